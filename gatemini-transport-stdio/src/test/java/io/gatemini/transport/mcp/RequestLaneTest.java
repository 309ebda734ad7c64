package io.gatemini.transport.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ContentAnnotations;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Prompt;
import io.gatemini.PromptArgument;
import io.gatemini.PromptContent;
import io.gatemini.PromptMessage;
import io.gatemini.RawJson;
import io.gatemini.Resource;
import io.gatemini.ResourceContent;
import io.gatemini.ResourceTemplate;
import io.gatemini.Role;
import io.gatemini.ToolResult;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.Surface.Completion;
import io.gatemini.spi.Surface.Icon;
import io.gatemini.spi.Surface.ServerInfo;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.transport.testing.Served;
import io.gatemini.transport.testing.TestClient;
import io.gatemini.transport.testing.TestContext;
import io.gatemini.transport.testing.TestSurface;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and notifications on the wire, over a surface that does what a test wants. */
class RequestLaneTest {
  private final TestContext context = new TestContext();
  private final CompletableFuture<ResourceContent> reading = new CompletableFuture<>();
  private final CompletableFuture<PromptContent> prompting = new CompletableFuture<>();
  private final CompletableFuture<Completion> completing = new CompletableFuture<>();
  private final AtomicReference<CompletionRequest> completed = new AtomicReference<>();
  private final TestSurface surface =
      new TestSurface()
          .resource("test://a", CompletableFuture.completedFuture("A"))
          .resource(
              new Resource(
                  "test://image",
                  "image",
                  "",
                  "",
                  "image/png",
                  new ContentAnnotations(
                      Set.of(Role.ASSISTANT, Role.USER),
                      OptionalDouble.of(0.5),
                      Optional.of(Instant.parse("2026-01-02T03:04:05Z")))),
              CompletableFuture.completedFuture(
                  ResourceContent.bytes("test://image", "image/png", new byte[] {1, 2, 3})))
          .resource(new Resource("test://slow", "slow", "", "", ""), reading)
          .template(
              new ResourceTemplate(
                  "test://{id}", "by-id", "", "", "", ContentAnnotations.of(1, Role.USER)))
          .prompt(
              new Prompt(
                  "greet",
                  "Greeting",
                  "Greets.",
                  List.of(
                      new PromptArgument("name", "Name", "Whom.", true),
                      new PromptArgument("mood", "", "", false))),
              this::greet)
          .prompt(new Prompt("slow", "", "", List.of()), arguments -> prompting)
          .completion(this::complete);

  @SuppressWarnings("NullAway.Init")
  private Served served;

  private CompletableFuture<PromptContent> greet(Map<String, String> arguments) {
    String name = arguments.get("name");
    return name == null
        ? CompletableFuture.failedFuture(
            new InvalidArgumentsException("the prompt \"greet\" needs \"name\""))
        : CompletableFuture.completedFuture(
            new PromptContent(
                "A greeting",
                List.of(
                    new PromptMessage(Role.USER, "I am " + name + " " + arguments),
                    new PromptMessage(Role.ASSISTANT, "Hello"))));
  }

  private CompletableFuture<Completion> complete(CompletionRequest request) {
    completed.set(request);
    return request.value().equals("slow")
        ? completing
        : CompletableFuture.completedFuture(
            Completion.of(IntStream.range(0, 150).mapToObj(i -> request.value() + i).toList()));
  }

  @BeforeEach
  void serve() {
    served = new Served(surface, context.scheduler());
  }

  @AfterEach
  void end() {
    served.close();
    context.close();
  }

  private static int code(JsonNode answer) {
    return answer.at("/error/code").asInt();
  }

  private static String message(JsonNode answer) {
    return answer.at("/error/message").asText();
  }

  @Nested
  class Handshake {
    @Test
    void offersWhatTheSurfaceHas() {
      JsonNode capabilities = served.client.initialize().at("/result/capabilities");

      assertThat(capabilities)
          .isEqualTo(
              RawJson.parse(
                      """
                      {"completions": {}, "logging": {}, "prompts": {"listChanged": true},
                       "resources": {"subscribe": true, "listChanged": true},
                       "tools": {"listChanged": true}}
                      """)
                  .tree());
    }

    @Test
    void offersNothingThatTheSurfaceHasNot() {
      try (Served bare = new Served(new TestSurface(), context.scheduler())) {
        JsonNode capabilities = bare.client.initialize().at("/result/capabilities");

        assertThat(capabilities.fieldNames()).toIterable().containsOnly("tools", "logging");
        for (String method :
            List.of(
                "resources/list",
                "resources/templates/list",
                "resources/read",
                "resources/subscribe",
                "resources/unsubscribe",
                "prompts/list",
                "prompts/get",
                "completion/complete")) {
          assertThat(code(bare.ask(method, "{}"))).as(method).isEqualTo(-32601);
        }
        assertThat(bare.ask("logging/setLevel", "{\"level\":\"debug\"}").has("result")).isTrue();
      }
    }

    @Test
    void showsWhereToReadMoreAndAPicture() {
      surface.server(
          new ServerInfo(
              "n",
              "T",
              "1",
              Optional.of("https://example.org/"),
              List.of(
                  new Icon("data:image/svg+xml;base64,AA==", "image/svg+xml", List.of("any")))));

      try (Served other = new Served(surface, context.scheduler())) {
        assertThat(other.client.initialize().at("/result/serverInfo"))
            .isEqualTo(
                RawJson.parse(
                        """
                        {"name": "n", "title": "T", "version": "1",
                         "websiteUrl": "https://example.org/",
                         "icons": [{"src": "data:image/svg+xml;base64,AA==",
                                    "mimeType": "image/svg+xml", "sizes": ["any"]}]}
                        """)
                    .tree());
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "tools/list",
          "resources/list",
          "resources/subscribe",
          "prompts/get",
          "completion/complete",
          "logging/setLevel",
          "no/such"
        })
    void comesFirst(String method) {
      assertThat(code(served.ask(method, "{}"))).isEqualTo(-32600);
    }
  }

  @Nested
  class Answers {
    @BeforeEach
    void shakeHands() {
      served.client.initialize();
    }

    @Test
    void resourcesTellOfTheirUse() {
      JsonNode listed = served.ask("resources/list", "").at("/result/resources");

      assertThat(listed.get(1))
          .isEqualTo(
              RawJson.parse(
                      """
                      {"uri": "test://image", "name": "image", "mimeType": "image/png",
                       "annotations": {"audience": ["user", "assistant"], "priority": 0.5,
                                       "lastModified": "2026-01-02T03:04:05Z"}}
                      """)
                  .tree());
      assertThat(listed.get(2).toString()).isEqualTo("{\"uri\":\"test://slow\",\"name\":\"slow\"}");
      assertThat(
              served
                  .ask("resources/templates/list", "{}")
                  .at("/result/resourceTemplates/0/annotations/audience/0")
                  .asText())
          .isEqualTo("user");
    }

    @Test
    void bytesAreABlob() {
      JsonNode content =
          served.ask("resources/read", "{\"uri\":\"test://image\"}").at("/result/contents/0");

      assertThat(content.get("blob").asText()).isEqualTo("AQID");
      assertThat(content.has("text")).isFalse();
    }

    @Test
    void aLongListComesInPages() {
      for (int i = 0; i < 230; i++) {
        surface.resource(
            "test://many/" + i, CompletableFuture.completedFuture(Integer.toString(i)));
      }

      JsonNode first = served.ask("resources/list", "{\"cursor\":null}").get("result");
      surface.removeResource("test://a");
      JsonNode second =
          served
              .ask("resources/list", "{\"cursor\":" + first.get("nextCursor") + "}")
              .get("result");
      JsonNode third =
          served
              .ask("resources/list", "{\"cursor\":" + second.get("nextCursor") + "}")
              .get("result");

      assertThat(first.get("resources")).hasSize(100);
      assertThat(second.get("resources").get(0).get("uri").asText()).isEqualTo("test://many/97");
      assertThat(third.get("resources")).hasSize(33);
      assertThat(third.has("nextCursor")).isFalse();
      assertThat(code(served.ask("prompts/list", "{\"cursor\":" + first.get("nextCursor") + "}")))
          .isEqualTo(-32602);
    }

    @Test
    void promptsAreListedWithTheirArguments() {
      JsonNode prompts = served.ask("prompts/list", "{}").at("/result/prompts");

      assertThat(prompts.get(0))
          .isEqualTo(
              RawJson.parse(
                      """
                      {"name": "greet", "title": "Greeting", "description": "Greets.",
                       "arguments": [
                         {"name": "name", "title": "Name", "description": "Whom.", "required": true},
                         {"name": "mood", "required": false}]}
                      """)
                  .tree());
      assertThat(prompts.get(1).toString()).isEqualTo("{\"name\":\"slow\"}");
    }

    @Test
    void aPromptSaysItsMessages() {
      JsonNode result =
          served
              .ask(
                  "prompts/get",
                  "{\"name\":\"greet\",\"arguments\":{\"name\":\"Zoë 😀\",\"mood\":\"\"}}")
              .get("result");

      assertThat(result)
          .isEqualTo(
              RawJson.parse(
                      """
                      {"description": "A greeting", "messages": [
                        {"role": "user",
                         "content": {"type": "text", "text": "I am Zoë 😀 {name=Zoë 😀, mood=}"}},
                        {"role": "assistant", "content": {"type": "text", "text": "Hello"}}]}
                      """)
                  .tree());
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '\0',
        textBlock =
            """
            {"name":"no"}                                  | this server has no prompt "no"
            {"name":"greet"}                               | the prompt "greet" needs "name"
            {"name":"greet","arguments":null}              | the prompt "greet" needs "name"
            {"name":"greet","arguments":{"name":5}}        | "arguments.name" must be a string: all values are texts
            {"name":"greet","arguments":{"name":null}}     | "arguments.name" must be a string: all values are texts
            {"name":"greet","arguments":["name"]}          | "arguments" must be an object: the arguments of the prompt by name
            {}                                             | "name" must be a string: the name of a prompt
            """)
    void aPromptIsRefusedWithTheReason(String params, String reason) {
      JsonNode answer = served.ask("prompts/get", params);

      assertThat(code(answer)).isEqualTo(-32602);
      assertThat(message(answer)).isEqualTo(reason);
    }

    @Test
    void aValueIsCompleted() {
      JsonNode completion =
          served
              .ask(
                  "completion/complete",
                  "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"test://{id}\"},"
                      + "\"argument\":{\"name\":\"id\",\"value\":\"v\"},"
                      + "\"context\":{\"arguments\":{\"other\":\"x\"}}}")
              .at("/result/completion");

      assertThat(completion.get("values")).hasSize(100);
      assertThat(completion.get("values").get(99).asText()).isEqualTo("v99");
      assertThat(completion.get("total").asInt()).isEqualTo(150);
      assertThat(completion.get("hasMore").asBoolean()).isTrue();
      CompletionRequest request = completed.get();
      assertThat(request.kind()).isEqualTo(CompletionRequest.Kind.RESOURCE);
      assertThat(request.target()).isEqualTo("test://{id}");
      assertThat(request.variable()).isEqualTo("id");
      assertThat(request.context()).isEqualTo(Map.of("other", "x"));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '\0',
        textBlock =
            """
            {}                                                                | "ref"
            {"ref":"p"}                                                       | "ref"
            {"ref":{}}                                                        | "ref.type"
            {"ref":{"type":"ref/tool","name":"p"}}                            | "ref.type"
            {"ref":{"type":"ref/prompt","uri":"p"}}                           | "ref.name"
            {"ref":{"type":"ref/resource","name":"p"}}                        | "ref.uri"
            {"ref":{"type":"ref/prompt","name":"p"}}                          | "argument"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"value":""}}  | "argument.name"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n"}}  | "argument.value"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":5}} | "argument.value"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":5} | "context"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":{"arguments":[]}} | "context.arguments"
            {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":{"arguments":{"a":1}}} | "context.arguments.a"
            """)
    void aMalformedCompletionIsRefusedByTheNameOfTheMember(String params, String member) {
      JsonNode answer = served.ask("completion/complete", params);

      assertThat(code(answer)).isEqualTo(-32602);
      assertThat(message(answer)).startsWith(member + " must be");
      assertThat(completed.get()).isNull();
    }

    @ParameterizedTest
    @EnumSource(LogLevel.class)
    void theLevelIsOneOfEight(LogLevel level) {
      String name = LoggingMethod.name(level);

      JsonNode answer = served.ask("logging/setLevel", "{\"level\":\"" + name + "\"}");

      assertThat(answer.get("result").toString()).isEqualTo("{}");
      assertThat(surface.hearers.get(0).level).isEqualTo(level);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "{}",
          "{\"level\":\"INFO\"}",
          "{\"level\":\"warn\"}",
          "{\"level\":5}",
          "{\"level\":null}",
          "{\"level\":[\"info\"]}"
        })
    void anotherLevelIsRefusedWithTheEight(String params) {
      JsonNode answer = served.ask("logging/setLevel", params);

      assertThat(code(answer)).isEqualTo(-32602);
      assertThat(message(answer))
          .contains("debug, info, notice, warning, error, critical, alert, emergency");
      assertThat(surface.hearers.get(0).level).isEqualTo(LogLevel.WARNING);
    }

    @Test
    void subscriptionsComeAndGo() {
      assertThat(served.ask("resources/subscribe", "{\"uri\":\"test://a\"}").get("result"))
          .isEmpty();
      assertThat(surface.hearers.get(0).subscriptions).containsExactly("test://a");

      assertThat(served.ask("resources/unsubscribe", "{\"uri\":\"test://a\"}").get("result"))
          .isEmpty();
      assertThat(surface.hearers.get(0).subscriptions).isEmpty();

      JsonNode unknown = served.ask("resources/subscribe", "{\"uri\":\"test://none\"}");
      assertThat(code(unknown)).isEqualTo(-32002);
      assertThat(unknown.at("/error/data/uri").asText()).isEqualTo("test://none");
      assertThat(code(served.ask("resources/unsubscribe", "{\"uri\":{}}"))).isEqualTo(-32602);
    }
  }

  @Nested
  class News {
    private void everything(SurfaceListener listener) {
      listener.toolsChanged();
      listener.resourcesChanged();
      listener.promptsChanged();
      listener.resourceUpdated("test://a");
      listener.logged(
          new LogMessage(
              LogLevel.NOTICE,
              "gatemini.backend",
              JsonNodeFactory.instance.objectNode().put("text", "é")));
    }

    @Test
    void reachesTheClientInItsOrder() {
      served.client.initialize();
      served.client.ping("initialized has been read");

      surface.tell(this::everything);

      assertThat(IntStream.range(0, 5).mapToObj(i -> served.client.next().toString()))
          .containsExactly(
              notification("tools/list_changed", "{}"),
              notification("resources/list_changed", "{}"),
              notification("prompts/list_changed", "{}"),
              notification("resources/updated", "{\"uri\":\"test://a\"}"),
              notification(
                  "message",
                  "{\"level\":\"notice\",\"logger\":\"gatemini.backend\",\"data\":{\"text\":\"é\"}}"));
    }

    private static String notification(String method, String params) {
      return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
          + method
          + "\",\"params\":"
          + params
          + "}";
    }

    @Test
    void waitsForTheHandshakeAndEndsWithTheDrain() {
      surface.tell(this::everything);
      served.client.send(TestClient.INITIALIZE);
      assertThat(served.client.next().has("result")).isTrue();
      surface.tell(this::everything);
      served.client.send(TestClient.INITIALIZED);
      served.send(1, "resources/read", "{\"uri\":\"test://slow\"}");
      assertThat(served.client.ping("p").get("id").asText()).isEqualTo("p");

      CompletableFuture<Void> closing = CompletableFuture.runAsync(served::close);
      await().until(() -> code(served.ask("prompts/list", "")) == -32600);
      surface.tell(this::everything);
      reading.complete(new ResourceContent("test://slow", "text/plain", "late"));

      assertThat(served.client.next().at("/result/contents/0/text").asText()).isEqualTo("late");
      assertThat(served.client.nextIsEnd()).isTrue();
      assertThat(closing).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void leavesOutWhatCannotBeWritten() {
      served.client.initialize();
      served.client.ping("initialized has been read");

      surface.tell(
          listener -> {
            listener.logged(
                new LogMessage(
                    LogLevel.ERROR, "x", JsonNodeFactory.instance.pojoNode(new Object() {})));
            listener.promptsChanged();
          });

      assertThat(served.client.next().get("method").asText())
          .isEqualTo("notifications/prompts/list_changed");
    }
  }

  @Nested
  class OpenWork {
    @BeforeEach
    void shakeHands() {
      served.client.initialize();
    }

    private void begin(int id, String method) {
      served.send(
          id,
          method,
          switch (method) {
            case "resources/read" -> "{\"uri\":\"test://slow\"}";
            case "prompts/get" -> "{\"name\":\"slow\"}";
            default ->
                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                    + "\"argument\":{\"name\":\"name\",\"value\":\"slow\"}}";
          });
      served.client.ping("it is under way");
    }

    private CompletableFuture<?> future(String method) {
      return switch (method) {
        case "resources/read" -> reading;
        case "prompts/get" -> prompting;
        default -> completing;
      };
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/read", "prompts/get", "completion/complete"})
    void isCancelledWithoutAnAnswer(String method) {
      begin(41, method);

      served.cancel(41);

      await().until(future(method)::isCancelled);
      served.send(41, "prompts/list", "{}");
      assertThat(served.client.next().at("/result/prompts")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/read", "prompts/get", "completion/complete"})
    void isGivenUpWhenTheClientHasGoneForLong(String method) {
      begin(1, method);

      served.client.hangUp();

      assertThat(served.exposure.closed()).succeedsWithin(Duration.ofSeconds(5));
      assertThat(future(method)).isCancelled();
      assertThat(served.client.nextIsEnd()).isTrue();
    }

    @Test
    void keepsItsIdForItselfWhateverTheMethod() {
      begin(7, "resources/read");

      served.client.call(7, "echo", "{}");
      assertThat(code(served.client.next())).isEqualTo(-32600);
      served.send(7, "tools/list", "{}");
      JsonNode refusal = served.client.next();
      assertThat(code(refusal)).isEqualTo(-32600);
      assertThat(message(refusal)).contains("still in flight");

      reading.complete(new ResourceContent("test://slow", "", "A"));
      assertThat(served.client.next().at("/result/contents/0").toString())
          .isEqualTo("{\"uri\":\"test://slow\",\"text\":\"A\"}");
      served.client.call(7, "echo", "{}");
      assertThat(served.client.next().has("result")).isTrue();
    }

    @Test
    void ofACallKeepsItsIdFromOthers() {
      CompletableFuture<ToolResult> calling = new CompletableFuture<>();
      surface.tool("slow", call -> calling);
      served.client.call(7, "slow", "{}");

      served.send(7, "prompts/list", "{}");

      assertThat(code(served.client.next())).isEqualTo(-32600);
      calling.complete(ToolResult.text("done"));
      assertThat(served.client.next().get("id").asInt()).isEqualTo(7);
    }
  }
}
