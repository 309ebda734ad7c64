package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.Passthrough;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.SourceListener;
import io.gatemini.testing.ServedBackends;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gateway in front of two others, over pipes: what those have beside tools comes through. */
class BackendFeaturesTest {
  private final Documents oneDocuments = new Documents("one");
  private final Documents twoDocuments = new Documents("two");
  private final Gateway one = upstream(oneDocuments);
  private final Gateway two = upstream(twoDocuments);
  private @Nullable ServedGateway served;

  private static Gateway upstream(Documents documents) {
    return TestGateway.builder()
        .plugin(documents)
        .plugin(new Greetings(documents.owner))
        .backend(
            "links",
            BackendConfig.inProcess()
                .tool(
                    "link",
                    "Links.",
                    "{}",
                    to ->
                        ToolResult.of(
                            RawJson.parse(
                                "{\"content\":[{\"type\":\"resource_link\",\"name\":\"it\",\"uri\":"
                                    + to.get("uri")
                                    + "}]}"))))
        .build();
  }

  private ServedGateway gateway(Passthrough passthrough) {
    GatewayBuilder builder =
        TestGateway.builder()
            .outputConfig(output -> output.structuredContent(true))
            .passedResources(passthrough)
            .passedPrompts(passthrough)
            .plugin(new ServedBackends(Map.of("one", one, "two", two)))
            .backend("one", BackendConfig.of("served"))
            .backend("two", BackendConfig.of("served"));
    served = ServedGateway.of(builder.build());
    served.initialize("2025-11-25");
    // The lists come once a backend has started.
    await()
        .untilAsserted(
            () -> assertThat(read("gatemini://backend/two/resource/docs://two")).isNotNull());
    await().until(() -> greets("one/greet") && greets("two/greet"));
    return served;
  }

  private ServedGateway served() {
    return Objects.requireNonNull(served);
  }

  private boolean greets(String prompt) {
    return served()
        .ask("prompts/get", "{\"name\":\"" + prompt + "\",\"arguments\":{\"who\":\"a\"}}")
        .has("result");
  }

  private JsonNode read(String uri) {
    return served().result("resources/read", "{\"uri\":\"" + uri + "\"}").get("contents");
  }

  @AfterEach
  void close() {
    if (served != null) {
      served.close();
    }
    one.close();
    two.close();
  }

  @ParameterizedTest
  @CsvSource({
    "two, docs://both, gatemini://backend/two/resource/docs://both",
    "one, docs://both, gatemini://backend/one/resource/docs://both",
    "two, docs://page/7, gatemini://backend/two/resource/docs://page/7",
    "two, docs://two, docs://two",
    "two, docs://nowhere, docs://nowhere"
  })
  void linksToTheBackendThatGaveTheLink(String backend, String uri, String link) {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    JsonNode answer =
        gateway.result(
            "tools/call",
            "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":{\"tool\":\""
                + backend
                + ".call_tool_chain\",\"arguments\":{\"code\":{\"tool\":\"links.link\",\"arguments\":{\"uri\":\""
                + uri
                + "\"}}}}}}");

    assertThat(answer.at("/content/0/uri").asText()).as(answer.toString()).isEqualTo(link);
  }

  @Test
  void readsWhatIsNotListed() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    assertThat(gateway.all("resources/list", "resources", "uri"))
        .noneMatch(it -> it.startsWith("docs:"));
    assertThat(gateway.all("prompts/list", "prompts", "name")).noneMatch(it -> it.contains("/"));
    assertThat(gateway.all("resources/templates/list", "resourceTemplates", "uriTemplate"))
        .contains("gatemini://backend/{backend_name}/resource/{+uri}")
        .noneMatch(it -> it.startsWith("docs:"));
    assertThat(read("docs://one").at("/0/text").asText()).isEqualTo("one: docs://one");
    assertThat(read("docs://page/7").at("/0/text").asText()).isEqualTo("one: docs://page/7");
    assertThat(read("docs://both").at("/0/text").asText()).isEqualTo("one: docs://both");
    assertThat(read("gatemini://backend/two/resource/docs://both").at("/0/text").asText())
        .isEqualTo("two: docs://both");
    assertThat(read("gatemini://backend/one/resource/gatemini://overview").at("/0/text").asText())
        .contains("Find and run");
  }

  @Test
  void listsThemWhereThatIsWanted() {
    ServedGateway gateway = gateway(Passthrough.LIST);

    assertThat(gateway.all("resources/list", "resources", "uri"))
        .contains(
            "docs://one",
            "docs://two",
            "docs://both",
            "gatemini://backend/two/resource/docs://both")
        .doesNotHaveDuplicates();
    assertThat(gateway.all("resources/templates/list", "resourceTemplates", "uriTemplate"))
        .contains("docs://page/{number}");
    assertThat(gateway.all("prompts/list", "prompts", "name")).contains("one/greet", "two/greet");
    JsonNode prompt =
        gateway.result("prompts/get", "{\"name\":\"two/greet\",\"arguments\":{\"who\":\"Ada\"}}");
    assertThat(prompt.at("/messages/0/content/text").asText()).isEqualTo("two greets Ada");
  }

  @Test
  void saysWhatIsWrong() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    gateway.refusal("resources/read", "{\"uri\":\"docs://nothing\"}", -32002);
    gateway.refusal(
        "resources/read", "{\"uri\":\"gatemini://backend/three/resource/docs://one\"}", -32002);
    gateway.refusal("resources/read", "{\"uri\":\"docs://%zz\"}", -32602);
    gateway.refusal("prompts/get", "{\"name\":\"one/greet\"}", -32602);
    gateway.refusal("prompts/get", "{\"name\":\"one/nothing\"}", -32602);
    gateway.refusal("prompts/get", "{\"name\":\"three/greet\"}", -32602);
  }

  /** The address was in the answer to one session, and is no other's to read. */
  @Test
  void readsALinkForTheSessionThatGotIt() {
    TestTransport provider = new TestTransport("given");
    provider
        .backend("links")
        .tools("make")
        .features(
            new BackendFeatures(Optional.of(new Documents("links", List.of())), Optional.empty()));
    try (Gateway gateway =
        TestGateway.ready(
            TestGateway.builder().plugin(provider).backend("links", BackendConfig.of("given")))) {

      Session session = Session.of("one");
      gateway.call(ToolCall.of("links.make", Map.of()).withContext(CallContext.of(session)));

      assertThat(gateway.surface().readResource(session, "docs://made/7").toCompletableFuture())
          .succeedsWithin(Duration.ofSeconds(60))
          .satisfies(content -> assertThat(content.text()).isEqualTo("links: docs://made/7"));
      assertThat(
              gateway
                  .surface()
                  .readResource(Session.of("two"), "docs://made/7")
                  .toCompletableFuture()
                  .handle((content, problem) -> problem)
                  .join())
          .hasMessageContaining("there is no resource");
    }
  }

  @Test
  void completesValues() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    assertThat(values(gateway, "\"type\":\"ref/prompt\",\"name\":\"two/greet\"", "who", "A"))
        .startsWith("Ada", "Alan");
    assertThat(
            values(
                gateway,
                "\"type\":\"ref/resource\",\"uri\":\"docs://page/{number}\"",
                "number",
                "1"))
        .containsExactly("11", "12");
    assertThat(
            values(
                gateway,
                "\"type\":\"ref/resource\",\"uri\":\"gatemini://backend/{backend_name}/resource/{+uri}\"",
                "backend_name",
                "t"))
        .startsWith("two");
  }

  private static List<String> values(ServedGateway gateway, String ref, String name, String value) {
    JsonNode values =
        gateway
            .result(
                "completion/complete",
                "{\"ref\":{"
                    + ref
                    + "},\"argument\":{\"name\":\""
                    + name
                    + "\",\"value\":\""
                    + value
                    + "\"}}")
            .at("/completion/values");
    return StreamSupport.stream(values.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void answersProgramsThatAsk() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    assertThat(asked(gateway, "$resources/list", "{}").findValuesAsText("uri"))
        .contains("docs://one", "docs://two")
        .filteredOn("docs://both"::equals)
        .hasSize(2);
    assertThat(asked(gateway, "$resources/list", "{\"backend\":\"two\"}").findValuesAsText("uri"))
        .contains("docs://two", "gatemini://overview")
        .doesNotContain("docs://one");
    assertThat(asked(gateway, "$resources/templates/list", "{}").findValuesAsText("uriTemplate"))
        .contains("docs://page/{number}");
    assertThat(
            asked(gateway, "$resources/read", "{\"uri\":\"docs://both\",\"backend\":\"two\"}")
                .at("/contents/0/text")
                .asText())
        .isEqualTo("two: docs://both");
    assertThat(asked(gateway, "$prompts/list", "{}").findValuesAsText("name"))
        .contains("one/greet", "two/greet");
    assertThat(
            asked(gateway, "$prompts/get", "{\"name\":\"one/greet\",\"arguments\":{\"who\":\"a\"}}")
                .at("/messages/0/content/text")
                .asText())
        .isEqualTo("one greets a");
    assertThat(
            asked(
                    gateway,
                    "$completion/complete",
                    "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"one/greet\"},"
                        + "\"argument\":{\"name\":\"who\",\"value\":\"G\"}}")
                .at("/completion/values/0")
                .asText())
        .isEqualTo("Grace");
  }

  private static JsonNode asked(ServedGateway gateway, String method, String arguments) {
    JsonNode result = gateway.run("{\"tool\":\"" + method + "\",\"arguments\":" + arguments + "}");
    assertThat(result.path("isError").asBoolean()).as("%s", result).isFalse();
    return RawJson.parse(ServedGateway.text(result)).tree();
  }

  @Test
  void findsThemWhenAsked() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    assertThat(found(gateway, "docs one", "resource").findValuesAsText("name"))
        .startsWith("docs://one")
        .contains("docs://both")
        .noneMatch(it -> it.startsWith("one/"));
    assertThat(found(gateway, "greet somebody", "prompt").findValuesAsText("name"))
        .contains("one/greet", "two/greet");
    assertThat(found(gateway, "greet", "any").findValuesAsText("name")).contains("one/greet");
    JsonNode first = found(gateway, "docs two", "resource").get(0);
    assertThat(gateway.run(first.get("call").asText()).toString()).contains("two: docs://two");
    assertThat(found(gateway, "docs one", "tool").findValuesAsText("name"))
        .noneMatch(it -> it.startsWith("docs:"));
    assertThat(
            gateway
                .call("search_tools", "{\"task_description\":\"a\",\"kind\":\"file\"}")
                .path("isError")
                .asBoolean())
        .isTrue();
  }

  private static JsonNode found(ServedGateway gateway, String task, String kind) {
    return gateway
        .call(
            "search_tools",
            "{\"task_description\":\"" + task + "\",\"kind\":\"" + kind + "\",\"limit\":20}")
        .at("/structuredContent/results");
  }

  @Test
  void offersKindsWhetherOrNotThereAreSome() {
    try (ServedGateway alone =
        ServedGateway.of(
            TestGateway.builder().outputConfig(output -> output.structuredContent(true)).build())) {
      alone.initialize("2025-11-25");
      assertThat(alone.result("tools/list", "{}"))
          .isEqualTo(gateway(Passthrough.HIDDEN).result("tools/list", "{}"));
    }
  }

  @Test
  void refusesRequestsThatAreNone() {
    ServedGateway gateway = gateway(Passthrough.HIDDEN);

    for (String call :
        List.of(
            "{\"tool\":\"$nothing\",\"arguments\":{}}",
            "{\"tool\":\"$resources/read\",\"arguments\":{}}",
            "{\"tool\":\"$resources/read\",\"arguments\":{\"uri\":\"docs://nothing\"}}",
            "{\"tool\":\"$prompts/get\",\"arguments\":{\"name\":\"one/greet\"}}",
            "{\"tool\":\"$completion/complete\",\"arguments\":{\"ref\":7}}")) {
      assertThat(gateway.run(call).path("isError").asBoolean()).as(call).isTrue();
    }
  }

  @Test
  void tellsOfChanges() {
    ServedGateway gateway = gateway(Passthrough.LIST);
    gateway.result("resources/subscribe", "{\"uri\":\"docs://one\"}");
    gateway.result(
        "resources/subscribe", "{\"uri\":\"gatemini://backend/two/resource/docs://both\"}");
    await().untilAsserted(() -> assertThat(oneDocuments.subscribed).contains("docs://one"));
    await().untilAsserted(() -> assertThat(twoDocuments.subscribed).contains("docs://both"));

    oneDocuments.listener().updated("docs://one");
    twoDocuments.listener().updated("docs://both");
    oneDocuments.all.add("docs://new");
    oneDocuments.listener().listChanged();

    List<String> heard = new CopyOnWriteArrayList<>();
    await()
        .untilAsserted(
            () -> {
              gateway
                  .client()
                  .nextWithin(Duration.ofMillis(50))
                  .ifPresent(
                      it -> heard.add(it.path("method").asText() + it.at("/params/uri").asText()));
              assertThat(heard)
                  .contains(
                      "notifications/resources/updateddocs://one",
                      "notifications/resources/updatedgatemini://backend/two/resource/docs://both",
                      "notifications/resources/list_changed");
            });
    assertThat(gateway.all("resources/list", "resources", "uri")).contains("docs://new");
    gateway.result("resources/unsubscribe", "{\"uri\":\"docs://one\"}");
    await().untilAsserted(() -> assertThat(oneDocuments.subscribed).isEmpty());
  }

  /** Documents of one owner, some of them under addresses that another one has, too. */
  private static final class Documents implements ResourceProvider, ResourceSource {
    final String owner;
    final List<String> all = new CopyOnWriteArrayList<>();
    final List<String> subscribed = new CopyOnWriteArrayList<>();
    private volatile @Nullable SourceListener listener;

    Documents(String owner) {
      this(owner, List.of("docs://" + owner, "docs://both"));
    }

    Documents(String owner, List<String> all) {
      this.owner = owner;
      this.all.addAll(all);
    }

    SourceListener listener() {
      return Objects.requireNonNull(listener);
    }

    @Override
    public String name() {
      return "documents";
    }

    @Override
    public ResourceSource create(JsonNode config, PluginContext context, SourceListener listener) {
      this.listener = listener;
      return this;
    }

    @Override
    public List<Resource> resources(Session session) {
      return all.stream().map(uri -> new Resource(uri, uri, "", "", "text/plain")).toList();
    }

    @Override
    public List<ResourceTemplate> templates(Session session) {
      return List.of(new ResourceTemplate("docs://page/{number}", "page", "", "", "text/plain"));
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return CompletableFuture.completedFuture(
          new ResourceContent(request.uri(), "text/plain", owner + ": " + request.uri()));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return CompletableFuture.completedFuture(List.of("11", "12", "20"));
    }

    @Override
    public void subscribe(String uri) {
      subscribed.add(uri);
    }

    @Override
    public void unsubscribe(String uri) {
      subscribed.remove(uri);
    }
  }

  private record Greetings(String owner) implements PromptProvider, PromptSource {
    @Override
    public String name() {
      return "greetings";
    }

    @Override
    public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
      return this;
    }

    @Override
    public List<Prompt> prompts(Session session) {
      return List.of(
          new Prompt("greet", "", "Greets.", List.of(new PromptArgument("who", "", "", true))));
    }

    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      return CompletableFuture.completedFuture(
          PromptContent.of("A greeting.", owner + " greets " + request.arguments().get("who")));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return CompletableFuture.completedFuture(List.of("Ada", "Alan", "Grace"));
    }
  }
}
