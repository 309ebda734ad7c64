package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.Role;
import io.gatemini.spi.Backend;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.PromptSource.PromptRequest;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.ResourceSource.ResourceRequest;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Resources and prompts of a server that lists them, well or badly. */
class ServerOffersTest {
  private static final String CAPABILITIES =
      "{\"resources\":{\"subscribe\":true,\"listChanged\":true},\"prompts\":{},\"completions\":{}}";

  @AutoClose
  private final TestContext context =
      new TestContext("far", BackendConfig.stdio("none").startTimeout(Duration.ofSeconds(5)));

  private final EagerChannel channel = new EagerChannel();
  private final Backend backend = McpBackend.over(channel, context);
  private String resources = "{\"uri\":\"docs://a\"}";
  private String read = "{\"contents\":[]}";

  private void start(String capabilities) {
    context.executor = Runnable::run;
    channel.server = (method, message) -> serve(method, message, capabilities);
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
  }

  private @Nullable String serve(String method, JsonNode message, String capabilities) {
    return switch (method) {
      case "initialize" ->
          "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
              + capabilities
              + ",\"serverInfo\":{\"name\":\"far-server\",\"version\":\"1\"}}";
      case "resources/list" ->
          message.at("/params/cursor").isMissingNode()
              ? "\"result\":{\"resources\":[" + resources + "],\"nextCursor\":\"two\"}"
              : "\"result\":{\"resources\":[{\"uri\":\"docs://last\",\"name\":\"last\"}]}";
      case "resources/templates/list" -> "\"error\":{\"code\":-32601,\"message\":\"none\"}";
      case "prompts/list" ->
          "\"result\":{\"prompts\":[{\"name\":\"greet\",\"arguments\":[{\"name\":\"who\","
              + "\"required\":true}]},{\"title\":\"nobody\"}]}";
      case "resources/read", "prompts/get" -> "\"result\":" + read;
      default -> null;
    };
  }

  private ResourceSource source() {
    return backend.features().resources().orElseThrow();
  }

  private PromptSource prompts() {
    return backend.features().prompts().orElseThrow();
  }

  private List<String> uris() {
    return source().resources(Session.local()).stream().map(Resource::uri).toList();
  }

  private CompletableFuture<ResourceContent> reading() {
    return source()
        .read(new ResourceRequest(Session.local(), "docs://a", Map.of()))
        .toCompletableFuture();
  }

  @Test
  void hasWhatItAnnouncesAndNothingElse() {
    start("{\"tools\":{}}");

    assertThat(backend.features().resources()).isEmpty();
    assertThat(backend.features().prompts()).isEmpty();
    assertThat(channel.log)
        .noneMatch(it -> it.startsWith("resources/") || it.startsWith("prompts/"));
  }

  @Test
  void readsAllPagesAndLeavesOutWhatIsNothing() {
    resources =
        "7,{\"name\":\"without address\"},{\"uri\":\"docs://a\",\"name\":\"a\",\"title\":\"A\","
            + "\"description\":\"Hid\\u200bden\",\"mimeType\":\"text/plain\",\"annotations\":"
            + "{\"audience\":[\"user\",\"ghost\"],\"priority\":0.5,\"lastModified\":\"yesterday\"}}";
    start(CAPABILITIES);

    assertThat(uris()).containsExactly("docs://a", "docs://last");
    Resource first = source().resources(Session.local()).get(0);
    assertThat(first.title()).isEqualTo("A");
    assertThat(first.description()).doesNotContain("\u200b");
    assertThat(first.annotations()).isEqualTo(ContentAnnotations.of(0.5, Role.USER));
    assertThat(source().templates(Session.local())).isEmpty();
    assertThat(prompts().prompts(Session.local()))
        .containsExactly(
            new Prompt("greet", "", "", List.of(new PromptArgument("who", "", "", true))));
  }

  @Test
  void keepsAllOfAnAnswer() {
    start(CAPABILITIES);
    read =
        "{\"contents\":[{\"uri\":\"docs://a/1\",\"blob\":\"AAE=\",\"mimeType\":\"x/y\"},"
            + "{\"uri\":\"docs://a/2\",\"text\":\"two\"}],\"_meta\":{\"k\":1}}";

    ResourceContent content = reading().join();

    assertThat(content.uri()).isEqualTo("docs://a/1");
    assertThat(content.binary()).isTrue();
    assertThat(content.text()).isEqualTo("AAE=");
    assertThat(content.result().orElseThrow()).hasToString(read);
  }

  @Test
  void showsWhatIsHiddenInAPrompt() {
    start(CAPABILITIES);
    read =
        "{\"description\":\"a\\u202eb\",\"messages\":[{\"role\":\"user\",\"content\":"
            + "{\"type\":\"text\",\"text\":\"do\\u200b it\"}}]}";

    var content =
        prompts()
            .get(new PromptRequest(Session.local(), "greet", Map.of()))
            .toCompletableFuture()
            .join();

    assertThat(content.toString()).contains("do it", "ab").doesNotContain("\u200b", "\u202e");
  }

  @Values(
      """
      {} | {"contents":7} | {"messages":{}}
      {"contents":[{"text":"a"},{"uri":"gatemini://result/xyz","text":"b"}]}
      """)
  void failsTheRequestWhoseAnswerIsNone(String answer) {
    start(CAPABILITIES);
    read = answer;

    assertThat(reading())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(BackendCallException.class);
    assertThat(
            prompts()
                .get(new PromptRequest(Session.local(), "greet", Map.of()))
                .toCompletableFuture()
                .handle((content, problem) -> problem)
                .join())
        .isInstanceOf(CompletionException.class);
  }

  @Test
  void fetchesAListAgainWhenItHasChanged() {
    start(CAPABILITIES);
    assertThat(uris()).contains("docs://a");
    resources = "{\"uri\":\"docs://b\"}";

    channel.deliver("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");

    assertThat(uris()).containsExactly("docs://b", "docs://last");
  }

  @Test
  void askedOneFetchingAtATimeHoweverOftenItChanges() {
    start(CAPABILITIES);
    channel.server = (method, message) -> null;
    long before = channel.log.stream().filter("resources/list"::equals).count();

    for (int i = 0; i < 1_000; i++) {
      channel.deliver("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
    }

    assertThat(channel.log.stream().filter("resources/list"::equals).count() - before).isOne();
  }

  @Test
  void passesTheLevelOfTheLogToAServerThatHasOne() {
    start("{\"tools\":{}}");
    backend.logLevel(LogLevel.DEBUG);
    assertThat(channel.log).doesNotContain("logging/setLevel");
  }

  @Test
  void survivesAnUpdateWithoutAnAddress() {
    start(CAPABILITIES);

    for (String params : List.of("", ",\"params\":7", ",\"params\":{\"uri\":{}}")) {
      channel.deliver(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\"" + params + "}");
    }

    assertThat(reading()).succeedsWithin(Duration.ofSeconds(60));
  }
}
