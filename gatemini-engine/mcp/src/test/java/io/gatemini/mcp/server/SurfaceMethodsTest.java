package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayClosedException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.UnknownResultException;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.peer.ErrorAnswer;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestSurface;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SurfaceMethodsTest extends ServedTest {
  private final CompletableFuture<String> slow = new CompletableFuture<>();

  SurfaceMethodsTest() {
    super(new TestSurface(), Duration.ofSeconds(4));
    surface
        .resource("test://b", CompletableFuture.completedFuture("# é\n\u2028😀"))
        .resource("test://a", slow)
        .resource("test://gone", failing(new UnknownResultException("it has expired")))
        .resource("test://query", failing(new InvalidArgumentsException("no page 7")))
        .resource("test://closed", failing(new GatewayClosedException("closed now")))
        .resource("test://bug", failing(new IllegalStateException("x.y.Z")))
        .template(new ResourceTemplate("test://z/{id}{?q}", "z", "", "", ""));
  }

  private static CompletableFuture<String> failing(RuntimeException failure) {
    return CompletableFuture.failedFuture(failure);
  }

  private JsonNode read(String uri) {
    return served.ask("resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  @Test
  void tellsThatThereAreResources() {
    JsonNode resources = client.initialize().at("/result/capabilities/resources");

    assertThat(resources.isObject()).isTrue();
    assertThat(resources.path("listChanged").asBoolean()).isTrue();
    assertThat(resources.path("subscribe").asBoolean()).isTrue();
  }

  @Test
  void listsResourcesInTheirOrder() {
    client.initialize();

    JsonNode listed = served.ask("resources/list", "").at("/result/resources");

    assertThat(listed)
        .extracting(resource -> resource.path("uri").asText())
        .startsWith("test://b", "test://a", "test://gone");
    assertThat(listed.get(0).toString())
        .isEqualTo(
            "{\"uri\":\"test://b\",\"name\":\"name\",\"title\":\"Title\",\"description\":\"Text.\","
                + "\"mimeType\":\"text/markdown\"}");
  }

  @Test
  void listsTemplatesWithoutWhatTheyDoNotSay() {
    client.initialize();

    assertThat(served.ask("resources/templates/list", "{\"cursor\":null}").get("result").toString())
        .isEqualTo(
            "{\"resourceTemplates\":[{\"uriTemplate\":\"test://z/{id}{?q}\",\"name\":\"z\"}]}");
  }

  @Test
  void readsAText() {
    client.initialize();

    assertThat(read("test://b").get("result").toString())
        .isEqualTo(
            "{\"contents\":[{\"uri\":\"test://b\",\"mimeType\":\"text/markdown\","
                + "\"text\":\"# é\\n\u2028😀\"}]}");
  }

  @Table(
      """
      test://none | -32002 | this server has no resource "test://none"
      test://gone | -32002 | it has expired
      test://query | -32602 | no page 7
      test://closed | -32603 | closed now
      test://bug | -32603 | the request failed
      \\ud83d | -32002 | this server has no resource "?"
      """)
  void tellsWhyThereIsNothingToRead(String uri, int code, String message) {
    client.initialize();

    JsonNode error = read(uri).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(code);
    assertThat(error.get("message").asText()).isEqualTo(message);
    assertThat(error.has("data")).isEqualTo(code == ErrorAnswer.RESOURCE_NOT_FOUND);
    if (error.has("data")) {
      assertThat(error.at("/data/uri").asText()).isEqualTo(uri.replace("\\ud83d", "?"));
    }
  }

  @Table(
      """
      resources/read | ``
      resources/read | {}
      resources/read | {"uri":5}
      resources/read | []
      resources/list | {"cursor":"x"}
      resources/list | []
      resources/templates/list | {"cursor":5}
      """)
  void refusesParametersThatDoNotFit(String method, String params) {
    client.initialize();

    assertThat(code(served.ask(method, params))).isEqualTo(-32602);
  }

  @Test
  void wantsTheHandshakeFirst() {
    assertThat(code(served.ask("resources/list", ""))).isEqualTo(-32600);
  }

  @Test
  void servesOthersWhileAReadingTakesItsTime() {
    client.initialize();

    served.send(7, "resources/read", "{\"uri\":\"test://a\"}");
    assertThat(client.ping("other").get("id").asText()).isEqualTo("other");

    slow.complete("at last");
    assertThat(client.next().at("/result/contents/0/text").asText()).isEqualTo("at last");
  }

  @Test
  void answersAReadingThatIsUnderWayWhenTheClientHangsUp() {
    client.initialize();
    served.send(7, "resources/read", "{\"uri\":\"test://a\"}");
    client.ping("it is being read");

    client.hangUp();
    slow.complete("at last");

    assertThat(client.next().at("/result/contents/0/text").asText()).isEqualTo("at last");
    assertThat(client.nextIsEnd()).isTrue();
  }

  @Test
  void endsWithoutAReadingThatDoesNotEnd() {
    client.initialize();
    served.send(7, "resources/read", "{\"uri\":\"test://a\"}");
    client.ping("it is being read");

    client.hangUp();

    assertThat(served.exposure.closed()).succeedsWithin(Duration.ofSeconds(60));
  }
}
