package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools that their server runs as tasks only. */
class TaskedCallTest {
  private static final String TASK =
      "\"result\":{\"task\":{\"taskId\":\"t-1\",\"status\":\"working\",\"ttl\":60000}}";

  @AutoClose
  private final TestContext context =
      new TestContext("far", BackendConfig.stdio("none").startTimeout(Duration.ofSeconds(5)));

  private final EagerChannel channel = new EagerChannel();
  private final Backend backend = McpBackend.over(channel, context);
  private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
  private String begun = TASK;

  @BeforeEach
  void start() {
    context.executor = Runnable::run;
    channel.server = this::serve;
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
    assertThat(backend.listTools()).succeedsWithin(Duration.ofSeconds(60));
  }

  private @Nullable String serve(String method, JsonNode message) {
    if (method.startsWith("tasks/") || method.equals("tools/call")) {
      asked.add(message);
    }
    return switch (method) {
      case "tools/list" ->
          "\"result\":{\"tools\":[{\"name\":\"long\",\"execution\":{\"taskSupport\":\"required\"}},"
              + "{\"name\":\"either\",\"execution\":{\"taskSupport\":\"optional\"}}]}";
      case "tools/call" ->
          message.at("/params/task").isMissingNode() ? "\"result\":{\"content\":[]}" : begun;
      case "tasks/result" -> null;
      case "tasks/cancel" -> "\"result\":{}";
      default -> EagerChannel.serve(method, message);
    };
  }

  private CompletableFuture<ToolResult> call(String tool, CallContext caller) {
    return backend
        .call(new BackendCall(tool, RawJson.parse("{\"q\":1}"), caller))
        .toCompletableFuture();
  }

  private void answer(String result) {
    channel.deliver("{\"jsonrpc\":\"2.0\",\"id\":" + asked.get(1).get("id") + "," + result + "}");
  }

  @Test
  void waitsForTheResultOfTheTask() {
    CompletableFuture<ToolResult> call = call("long", CallContext.local());

    assertThat(asked)
        .extracting(it -> it.get("method").asText())
        .containsExactly("tools/call", "tasks/result");
    assertThat(asked.get(0).at("/params/arguments/q").asInt()).isOne();
    assertThat(asked.get(1).at("/params/taskId").asText()).isEqualTo("t-1");
    assertThat(call).isNotDone();
    answer("\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"found\"}]}");
    assertThat(call.join().text()).isEqualTo("found");
  }

  @Test
  void tellsTheProgressOfTheTask() {
    List<Double> told = new ArrayList<>();
    CompletableFuture<ToolResult> call =
        call(
            "long",
            CallContext.local().withProgress((progress, total, message) -> told.add(progress)));
    JsonNode token = asked.get(0).at("/params/_meta/progressToken");

    channel.deliver(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
            + token
            + ",\"progress\":3}}");
    answer("\"result\":{\"content\":[]}");

    assertThat(call).isCompleted();
    assertThat(told).containsExactly(3.0);
  }

  @Test
  void cancelsTheTaskWithTheCall() {
    CompletableFuture<ToolResult> call = call("long", CallContext.local());

    call.cancel(true);

    assertThat(asked.get(asked.size() - 1).get("method").asText()).isEqualTo("tasks/cancel");
    assertThat(asked.get(asked.size() - 1).at("/params/taskId").asText()).isEqualTo("t-1");
  }

  @Test
  void takesAResultInThePlaceOfATask() {
    begun = "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"at once\"}]}";

    assertThat(call("long", CallContext.local()).join().text()).isEqualTo("at once");
  }

  @Test
  void failsWhereThereIsNeither() {
    for (String answer :
        List.of("\"result\":{\"task\":{}}", "\"error\":{\"code\":-32602,\"message\":\"no\"}")) {
      begun = answer;

      assertThat(call("long", CallContext.local()))
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(BackendCallException.class);
    }
  }

  @Test
  void failsWithTheTask() {
    CompletableFuture<ToolResult> call = call("long", CallContext.local());

    answer("\"error\":{\"code\":-32603,\"message\":\"the task failed\"}");

    assertThat(call)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("the task failed");
    assertThat(asked).extracting(it -> it.get("method").asText()).doesNotContain("tasks/cancel");
  }

  @Test
  void callsOthersAsEver() {
    assertThat(call("either", CallContext.local())).isCompleted();
    assertThat(asked.get(0).at("/params/task").isMissingNode()).isTrue();
  }
}
