package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.content.Prompt;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.LogLevel;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests on the wire, over a surface that does what a test wants. */
class RequestMethodTest extends WireTest {
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
  void anErrorOfAPlugInIsAnsweredAndEndsNothing() {
    surface.prompt(
        new Prompt("broken", "", "", List.of()),
        arguments -> {
          throw new NoSuchMethodError("gone");
        });

    JsonNode answer = served.ask("prompts/get", "{\"name\":\"broken\"}");

    assertThat(code(answer)).isEqualTo(-32603);
    assertThat(message(answer)).isEqualTo("the request failed");
    assertThat(served.ask("resources/list", "").at("/result/resources")).isNotEmpty();
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
      surface.resource("test://many/" + i, CompletableFuture.completedFuture(Integer.toString(i)));
    }

    JsonNode first = served.ask("resources/list", "{\"cursor\":null}").get("result");
    surface.removeResource("test://a");
    JsonNode second =
        served.ask("resources/list", "{\"cursor\":" + first.get("nextCursor") + "}").get("result");
    JsonNode third =
        served.ask("resources/list", "{\"cursor\":" + second.get("nextCursor") + "}").get("result");

    assertThat(first.get("resources")).hasSize(100);
    assertThat(second.get("resources").get(0).get("uri").asText()).isEqualTo("test://many/187");
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

  @Table(
      """
      {"name":"no"} | this server has no prompt "no"
      {"name":"greet"} | the prompt "greet" needs "name"
      {"name":"greet","arguments":null} | the prompt "greet" needs "name"
      {"name":"greet","arguments":{"name":5}} | "arguments.name" must be a string: all values \
      are texts
      {"name":"greet","arguments":{"name":null}} | "arguments.name" must be a string: all \
      values are texts
      {"name":"greet","arguments":["name"]} | "arguments" must be an object: the arguments of \
      the prompt by name
      {} | "name" must be a string: the name of a prompt
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
    CompletionRequest request = Objects.requireNonNull(wire.completed.get());
    assertThat(request.kind()).isEqualTo(CompletionRequest.Kind.RESOURCE);
    assertThat(request.target()).isEqualTo("test://{id}");
    assertThat(request.variable()).isEqualTo("id");
    assertThat(request.context()).isEqualTo(Map.of("other", "x"));
  }

  @Table(
      """
      {} | "ref"
      {"ref":"p"} | "ref"
      {"ref":{}} | "ref.type"
      {"ref":{"type":"ref/tool","name":"p"}} | "ref.type"
      {"ref":{"type":"ref/prompt","uri":"p"}} | "ref.name"
      {"ref":{"type":"ref/resource","name":"p"}} | "ref.uri"
      {"ref":{"type":"ref/prompt","name":"p"}} | "argument"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"value":""}} | "argument.name"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n"}} | "argument.value"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":5}} | "argument.value"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":5} | \
      "context"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":{"arguments":[]}} | "context.arguments"
      {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"n","value":""},"context":{"arguments":{"a":1}}} | "context.arguments.a"
      """)
  void aMalformedCompletionIsRefusedByTheNameOfTheMember(String params, String member) {
    JsonNode answer = served.ask("completion/complete", params);

    assertThat(code(answer)).isEqualTo(-32602);
    assertThat(message(answer)).startsWith(member + " must be");
    assertThat(wire.completed.get()).isNull();
  }

  @ParameterizedTest
  @EnumSource(LogLevel.class)
  void theLevelIsOneOfEight(LogLevel level) {
    String name = LoggingMethod.name(level);

    JsonNode answer = served.ask("logging/setLevel", "{\"level\":\"" + name + "\"}");

    assertThat(answer.get("result").toString()).isEqualTo("{}");
    assertThat(surface.hearers.get(0).level).isEqualTo(level);
  }

  @Values(
      """
      `` | {} | {"level":"INFO"} | {"level":"warn"} | {"level":5} | {"level":null}
      {"level":["info"]}
      """)
  void anotherLevelIsRefusedWithTheEight(String params) {
    JsonNode answer = served.ask("logging/setLevel", params);

    assertThat(code(answer)).isEqualTo(-32602);
    assertThat(message(answer))
        .contains("debug, info, notice, warning, error, critical, alert, emergency");
    assertThat(surface.hearers.get(0).level).isEqualTo(LogLevel.WARNING);
  }

  @Test
  void subscriptionsComeAndGo() {
    assertThat(served.ask("resources/subscribe", "{\"uri\":\"test://a\"}").get("result")).isEmpty();
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
