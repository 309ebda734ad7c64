package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A session reads each description once, and can always read it again. */
class RepeatedDescriptionsTest {
  private static final String TENANT = "The directory that the account belongs to.";
  private static final String LOCK = "Locks a key of a configuration store.";
  private static final String LEFT_OUT = "descriptions read before; ask again for them";

  private static final Session ANN = Session.of("ann");

  @AutoClose private final Gateway gateway = gateway(Gateway.builder());

  private static Gateway gateway(GatewayBuilder builder) {
    Gateway gateway =
        builder
            .outputConfig(output -> output.structuredContent(true))
            .backend(
                "cloud",
                BackendConfig.inProcess()
                    .tool("key_lock", LOCK, schema("key"), args -> "ok")
                    .tool(
                        "key_read",
                        "Reads a key of a configuration store.",
                        schema("name"),
                        args -> "ok")
                    .tool(
                        "key_drop",
                        "Drops a key of a configuration store.",
                        schema("id"),
                        args -> "ok"))
            .build();
    assertThat(gateway.awaitIndexed(Duration.ofMinutes(1))).isTrue();
    return gateway;
  }

  /** Beside the description: the same words as data, as a name, and once more in one schema. */
  private static String schema(String name) {
    return """
        {"properties": {
          "tenant": {"type": "string", "description": "%1$s"},
          "home": {"type": "string", "description": "%1$s"},
          "%2$s": {"type": "object", "default": {"description": "%1$s"}, "description": "short",
            "properties": {"description": {"type": "string", "description": "Words about the %2$s."}}}}}\
        """
        .formatted(TENANT, name);
  }

  private static ToolResult call(Gateway gateway, Session session, String tool, ObjectNode given) {
    ToolResult answer =
        gateway
            .surface()
            .call(new SurfaceCall(tool, RawJson.of(given), CallContext.of(session)))
            .toCompletableFuture()
            .join();
    assertThat(answer.isError()).as(answer.text()).isFalse();
    return answer;
  }

  private ToolResult search(Session session, String task) {
    return call(
        gateway,
        session,
        "search_tools",
        JsonNodeFactory.instance.objectNode().put("task_description", task));
  }

  private static String full(Gateway gateway, Session session, String tool) {
    ObjectNode look = JsonNodeFactory.instance.objectNode().put("tool_name", tool);
    return call(gateway, session, "tool_info", look.put("detail", "full")).text();
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void aRowIsDescribedOnce() {
    assertThat(search(ANN, "lock a key").text()).contains(LOCK).doesNotContain(LEFT_OUT);

    ToolResult next = search(ANN, "unlock the key of a store");

    assertThat(next.text()).contains("await cloud.key_lock(", LEFT_OUT).doesNotContain(LOCK);
    assertThat(next.structuredContent().orElseThrow().toString()).contains(LOCK);
  }

  @Test
  void aLineIsDescribedOnce() {
    ObjectNode task = JsonNodeFactory.instance.objectNode().put("compact", true);
    String first =
        call(gateway, ANN, "search_tools", task.deepCopy().put("task_description", "lock a key"))
            .text();
    String next =
        call(gateway, ANN, "search_tools", task.deepCopy().put("task_description", "lock keys"))
            .text();

    assertThat(first).contains(" \u2013 " + LOCK).doesNotContain(LEFT_OUT);
    assertThat(next).contains("cloud.key_lock(", LEFT_OUT).doesNotContain(LOCK);
  }

  @Test
  void aParameterIsDescribedOnce() {
    String first = full(gateway, ANN, "cloud.key_lock");
    String next = full(gateway, ANN, "cloud.key_read");

    assertThat(count(first, TENANT)).as(first).isEqualTo(3);
    assertThat(first).doesNotContain("left_out");
    assertThat(count(next, TENANT)).as("in a default alone: %s", next).isEqualTo(1);
    assertThat(next).contains("\"left_out\":\"" + LEFT_OUT, "short", "Words about the name.");
  }

  @Test
  void aRequestThatComesAgainHasAll() {
    String task = "lock a key";
    String first = search(ANN, task).text();
    search(ANN, "drop a key");
    String look = full(gateway, ANN, "cloud.key_lock");
    full(gateway, ANN, "cloud.key_drop");

    assertThat(search(ANN, task).text()).isEqualTo(first);
    assertThat(full(gateway, ANN, "cloud.key_lock")).isEqualTo(look);
    assertThat(count(full(gateway, ANN, "cloud.key_drop"), TENANT)).isEqualTo(3);
  }

  static List<Session> readsAll() {
    return List.of(
        Session.of("bob"), Session.local(), ANN.withAttribute(Session.REQUEST, "one of many"));
  }

  @ParameterizedTest
  @MethodSource("readsAll")
  void othersReadAll(Session other) {
    full(gateway, ANN, "cloud.key_lock");
    full(gateway, other, "cloud.key_drop");

    assertThat(count(full(gateway, other, "cloud.key_read"), TENANT))
        .isEqualTo(other.id().equals("bob") ? 1 : 3);
    assertThat(count(full(gateway, Session.of("eve"), "cloud.key_read"), TENANT)).isEqualTo(3);
  }

  @Test
  void aSessionThatEndsIsForgotten() {
    full(gateway, ANN, "cloud.key_lock");
    gateway.endSession(ANN);

    assertThat(count(full(gateway, ANN, "cloud.key_read"), TENANT)).isEqualTo(3);
  }

  @Test
  void aHostCanHaveThemRepeated() {
    ObjectNode repeats = JsonNodeFactory.instance.objectNode().put("repeat_descriptions", true);
    try (Gateway repeating = gateway(Gateway.builder().pluginConfig("meta", repeats))) {
      full(repeating, ANN, "cloud.key_lock");

      assertThat(count(full(repeating, ANN, "cloud.key_read"), TENANT)).isEqualTo(3);
    }
  }
}
