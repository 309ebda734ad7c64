package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real server's results, directly and through the gateway: the same. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EverythingThroughTheGatewayTest {
  private RawMcpClient direct;
  private RawMcpClient through;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    NodePackages npm = NodePackages.installed();
    direct = asked(RawMcpClient.start(npm.server("everything"), Map.of()));
    through =
        asked(
            new BundledServer(temporary.toRealPath())
                .backend("everything", npm.server("everything"))
                .trusted("everything")
                .passthrough("list")
                .start());
    through.awaitTool("everything.get-sum");
    await()
        .atMost(RawMcpClient.PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(all(through, "resources/list", "resources", "uri").keySet())
                  .containsAll(all(direct, "resources/list", "resources", "uri").keySet());
              assertThat(all(through, "prompts/list", "prompts", "name"))
                  .containsKey("everything/simple-prompt");
            });
  }

  /** A client with a model, a person and a folder. */
  private static RawMcpClient asked(RawMcpClient client) {
    ObjectNode sampled = object("role", "assistant").put("model", "small");
    sampled.put("stopReason", "endTurn").putObject("content").put("type", "text").put("text", "42");
    ObjectNode filled = object("action", "accept");
    filled.putObject("content").put("name", "Ada").put("check", true);
    ObjectNode roots = object();
    roots.putArray("roots").addObject().put("uri", "file:///tmp").put("name", "tmp");
    client
        .answering("sampling/createMessage", sampled)
        .answering("elicitation/create", filled)
        .answering("roots/list", roots)
        .initialize();
    return client;
  }

  @AfterAll
  void end() {
    for (RawMcpClient each : new RawMcpClient[] {direct, through}) {
      if (each != null) {
        each.close();
      }
    }
  }

  private static JsonNode ask(RawMcpClient client, String method, ObjectNode params) {
    return client.await(client.request(method, params));
  }

  /** The entries of a list, all pages, by a member of each. */
  private static Map<String, JsonNode> all(
      RawMcpClient client, String method, String list, String member) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    ObjectNode params = object();
    while (true) {
      JsonNode page = ask(client, method, params).path("result");
      page.path(list).forEach(entry -> all.put(entry.path(member).asText(), entry));
      if (!page.hasNonNull("nextCursor")) {
        return all;
      }
      params = object("cursor", page.get("nextCursor").asText());
    }
  }

  @Test
  void hasItsTools() {
    List<String> tools =
        direct.tools().stream().map(it -> "everything." + it.path("name").asText()).toList();

    assertThat(tools).hasSizeGreaterThanOrEqualTo(17);
    assertThat(through.toolKeys()).containsAll(tools);
  }

  @Test
  void hasItsResources() {
    Map<String, JsonNode> resources = all(direct, "resources/list", "resources", "uri");

    assertThat(resources).hasSizeGreaterThanOrEqualTo(7);
    assertThat(all(through, "resources/list", "resources", "uri")).containsAllEntriesOf(resources);
    for (String uri : resources.keySet()) {
      ObjectNode params = object("uri", uri);
      assertThat(ask(through, "resources/read", params).path("result"))
          .as(uri)
          .isEqualTo(ask(direct, "resources/read", params).path("result"));
    }
  }

  @Test
  void hasItsTemplates() {
    Map<String, JsonNode> templates =
        all(direct, "resources/templates/list", "resourceTemplates", "uriTemplate");

    assertThat(templates).hasSizeGreaterThanOrEqualTo(2);
    assertThat(all(through, "resources/templates/list", "resourceTemplates", "uriTemplate"))
        .containsAllEntriesOf(templates);
    for (String template : templates.keySet()) {
      String variable = template.replaceAll(".*\\{([^}]*)}.*", "$1");
      ObjectNode read = object("uri", template.replace("{" + variable + "}", "3"));
      // Their texts have the time in them.
      assertThat(withoutTimes(ask(through, "resources/read", read).path("result")))
          .as(template)
          .isEqualTo(withoutTimes(ask(direct, "resources/read", read).path("result")));
      ObjectNode complete = object();
      complete.putObject("ref").put("type", "ref/resource").put("uri", template);
      complete.putObject("argument").put("name", variable).put("value", "1");
      assertThat(ask(through, "completion/complete", complete).at("/result/completion/values"))
          .isEqualTo(ask(direct, "completion/complete", complete).at("/result/completion/values"));
    }
  }

  private static String withoutTimes(JsonNode result) {
    return result
        .toString()
        .replaceAll("\\d{1,2}:\\d{2}:\\d{2}( [AP]M)?", "TIME")
        // In Base64 it stands behind "Resource 3: This is a base64 blob created at ".
        .replaceAll("(\"blob\":\"[^\"]{60})[^\"]*", "$1");
  }

  @Test
  void hasItsPrompts() {
    Map<String, JsonNode> prompts = all(direct, "prompts/list", "prompts", "name");

    assertThat(prompts).hasSizeGreaterThanOrEqualTo(4);
    Map<String, JsonNode> passed = all(through, "prompts/list", "prompts", "name");
    prompts.forEach(
        (name, prompt) -> {
          String ours = "everything/" + name;
          ObjectNode same = ((ObjectNode) prompt.deepCopy()).put("name", ours);
          assertThat(passed).as(name).containsEntry(ours, same);
          ObjectNode arguments = object();
          prompt.path("arguments").forEach(it -> arguments.put(it.path("name").asText(), "1"));
          ObjectNode get = object("name", name).set("arguments", arguments);
          JsonNode theirs = ask(direct, "prompts/get", get);
          JsonNode got = ask(through, "prompts/get", get.deepCopy().put("name", ours));
          if (theirs.has("result")) {
            assertThat(withoutTimes(got.path("result")))
                .as(name)
                .isEqualTo(withoutTimes(theirs.path("result")));
          } else {
            assertThat(got.path("error").path("message").asText()).isNotBlank();
          }
        });
  }

  @Table(
      """
      trigger-sampling-request | {"prompt":"6 * 7","maxTokens":10}
      trigger-elicitation-request | {}
      get-roots-list | {}
      """)
  void asksTheClient(String tool, String given) throws IOException {
    JsonNode arguments = RawMcpClient.JSON.readTree(given);
    through.awaitTool("everything." + tool);

    JsonNode told = direct.call(tool, arguments);
    JsonNode passed = through.chain("everything." + tool, arguments);

    assertThat(told.path("isError").asBoolean()).as("%s", told).isFalse();
    assertThat(passed.path("content")).isEqualTo(told.path("content"));
  }

  /** The server offers these tools to a client whose answers it may come back for. */
  @Table(
      """
      trigger-sampling-request-async | {"prompt":"6 * 7","maxTokens":10}
      trigger-elicitation-request-async | {}
      """)
  void asksTheClientByATask(String tool, String given) throws IOException {
    through.awaitTool("everything." + tool);

    JsonNode passed = through.chain("everything." + tool, RawMcpClient.JSON.readTree(given));

    assertThat(passed.path("isError").asBoolean()).as("%s", passed).isFalse();
    assertThat(RawMcpClient.text(passed)).contains("[COMPLETED]");
  }

  @Test
  void runsAToolThatIsATask() {
    through.awaitTool("everything.simulate-research-query");

    JsonNode passed = through.chain("everything.simulate-research-query", object("topic", "owls"));

    assertThat(passed.path("isError").asBoolean()).as("%s", passed).isFalse();
    assertThat(RawMcpClient.text(passed)).contains("owls");
  }

  @Test
  void readsALinkThatAToolReturns() {
    JsonNode links =
        through.chain("everything.get-resource-links", object("count", 2)).path("content");
    String uri = "";
    for (JsonNode block : links) {
      uri = block.path("type").asText().equals("resource_link") ? block.path("uri").asText() : uri;
    }

    assertThat(uri).as("%s", links).isNotEmpty();
    assertThat(through.readAnswer(uri).at("/result/contents/0/uri").asText()).isEqualTo(uri);
  }

  @Test
  void hearsOfChangesThatItSubscribedTo() {
    String uri = all(direct, "resources/list", "resources", "uri").keySet().iterator().next();
    assertThat(ask(through, "resources/subscribe", object("uri", uri)).has("result")).isTrue();

    through.chain("everything.toggle-subscriber-updates", object());

    JsonNode update =
        through.awaitOther(
            it -> it.path("method").asText().equals("notifications/resources/updated"));
    assertThat(update.at("/params/uri").asText()).isEqualTo(uri);
  }
}
