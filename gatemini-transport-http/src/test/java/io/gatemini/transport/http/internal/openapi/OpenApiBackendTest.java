package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.Patience;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The backend that the provider makes, against a small API. */
class OpenApiBackendTest {
  private static final String PETS =
      Api.paths(
              """
          /pets:
            get:
              operationId: pets/list
              summary: Lists pets.
              description: In order of age.
              parameters:
                - {name: limit, in: query, schema: {type: integer}}
                - {name: X-Trace, in: header, schema: {type: string}, description: An id.}
            post:
              operationId: pets/add
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
              responses:
                default: {description: error}
                '201':
                  description: done
                  content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
          /pets/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
            get: {operationId: pet}
            put:
              operationId: replace
              requestBody:
                content:
                  application/json:
                    schema: {type: object, properties: {id: {type: integer}, name: {type: string}}}
            delete: {}
            head: {operationId: look}
          """)
          + """
          components:
            schemas:
              Pet:
                type: object
                required: [id, name]
                properties:
                  id: {type: integer, readOnly: true}
                  name: {type: string}
                  friends: {type: array, items: {$ref: '#/components/schemas/Pet'}}
          """;

  @TempDir static Path directory;

  @AutoClose private final Api api = new Api(directory, PETS);

  @BeforeEach
  void start() throws Exception {
    api.started();
  }

  @Nested
  class Contract extends BackendContract {
    @Override
    protected Backend backend() {
      return Api.provider().create(api.context);
    }

    @Override
    protected BackendCall call() {
      return new BackendCall("pet", RawJson.ofValue(Map.of("id", "1")), CallContext.local());
    }
  }

  @Test
  void makesAToolOfEachOperation() throws Exception {
    List<BackendTool> tools = Api.get(api.backend.listTools().toCompletableFuture());

    assertThat(tools)
        .extracting(BackendTool::name)
        .containsExactly("pets_list", "pets_add", "pet", "replace", "delete_pets_id", "look");
    assertThat(tools.get(0).description()).isEqualTo("Lists pets.\n\nIn order of age.");
    assertThat(tools.get(2).description()).isEqualTo("GET /pets/{id}");
    assertThat(tools)
        .extracting(BackendTool::annotations)
        .containsExactly(
            ToolAnnotations.of(true, false, true, true),
            ToolAnnotations.of(false, false, false, true),
            ToolAnnotations.of(true, false, true, true),
            ToolAnnotations.of(false, false, true, true),
            ToolAnnotations.of(false, true, true, true),
            ToolAnnotations.of(true, false, true, true));
    assertThat(api.backend.identity()).isEqualTo("Small 1");
  }

  @Test
  void asksForParametersAndFieldsOfTheBody() throws Exception {
    assertThat(api.tool("pets_list").inputSchema())
        .isEqualTo(
            json(
                """
                {"type":"object","properties":{"limit":{"type":"integer"},
                "X-Trace":{"type":"string","description":"An id."}},"additionalProperties":false}
                """));
    BackendTool add = api.tool("pets_add");
    assertThat(add.inputSchema())
        .isEqualTo(
            json(
                """
                {"type":"object","properties":{"name":{"type":"string"},
                "friends":{"type":"array","items":{"$ref":"#/$defs/Pet"}}},"required":["name"],
                "additionalProperties":false,"$defs":{"Pet":{"type":"object","required":["name"],
                "properties":{"name":{"type":"string"},
                "friends":{"type":"array","items":{"$ref":"#/$defs/Pet"}}}}}}
                """));
    assertThat(add.outputSchema().orElseThrow().path("properties").has("id")).isTrue();
  }

  @Test
  void keepsABodyTogetherWhoseFieldsCollideWithParameters() throws Exception {
    assertThat(api.tool("replace").inputSchema().path("properties").properties())
        .extracting(Map.Entry::getKey)
        .containsExactly("id", "body");

    var request = api.request("replace", Map.of("id", "7", "body", Map.of("id", 8)));

    assertThat(request.method() + " " + request.path()).isEqualTo("PUT /pets/7");
    assertThat(request.body()).isEqualTo("{\"id\":8}");
    assertThat(request.header("Content-Type")).contains("application/json");
  }

  @Test
  void sendsParametersAndFields() throws Exception {
    var list = api.request("pets_list", Map.of("limit", 3, "X-Trace", "t 1"));
    assertThat(list.method() + " " + list.path()).isEqualTo("GET /pets?limit=3");
    assertThat(list.header("X-Trace")).contains("t 1");
    assertThat(list.header("Accept")).contains("application/json, */*;q=0.8");

    var add = api.request("pets_add", Map.of("name", "Rex"));
    assertThat(add.method() + " " + add.path()).isEqualTo("POST /pets");
    assertThat(add.body()).isEqualTo("{\"name\":\"Rex\"}");
    assertThat(add.header("Accept")).contains("application/json, */*;q=0.8");

    assertThat(api.request("delete_pets_id", Map.of("id", "1")).method()).isEqualTo("DELETE");
  }

  @Table(
      """
      a/b | /pets/a%2Fb
      a b?c#d%e | /pets/a%20b%3Fc%23d%25e
      ü..€ | /pets/%C3%BC..%E2%82%AC
      ..a | /pets/..a
      """)
  void keepsAValueInItsSegment(String id, String path) throws Exception {
    assertThat(api.request("pet", Map.of("id", id)).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../admin", "a/../b", "a\\..\\b", "a/.."})
  void rejectsAValueThatLeadsToAnotherPath(String id) {
    assertThatThrownBy(() -> api.call("pet", Map.of("id", id)))
        .hasMessageStartingWith("pet: \"id\" is a part of the path: it must not be empty");
    assertThat(api.server.received()).isEmpty();
  }

  @Test
  void rejectsAHeaderWithALineBreak() {
    assertThatThrownBy(() -> api.call("pets_list", Map.of("X-Trace", "a\r\nX-Other: b")))
        .hasMessageContaining("\"X-Trace\" is a header");
  }

  @Test
  void answersJsonAsStructuredContentAndText() throws Exception {
    api.server.handle((request, answer) -> answer.json("{\"a\": 1}"));

    ToolResult result = api.call("pet", Map.of("id", "1"));

    assertThat(result.structuredContent()).contains(json("{\"a\":1}"));
    assertThat(result.text()).isEqualTo("{\"a\": 1}");
  }

  @Test
  void answersAListAsItsText() throws Exception {
    api.server.handle((request, answer) -> answer.json("[1,2]"));

    ToolResult result = api.call("pet", Map.of("id", "1"));

    assertThat(result.hasStructuredContent()).isFalse();
    assertThat(result.value()).isEqualTo(json("[1,2]"));
  }

  @Test
  void answersTextInItsCharset() throws Exception {
    api.server.handle(
        (request, answer) ->
            answer.status(
                "200 OK",
                "text/csv; charset=iso-8859-1",
                "ü;1".getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(api.call("pet", Map.of("id", "1")).text()).isEqualTo("ü;1");
  }

  @Test
  void answersAnImageAndABlob() throws Exception {
    byte[] bytes = {1, 2, (byte) 0xFF};
    String data = Base64.getEncoder().encodeToString(bytes);
    api.server.handle((request, answer) -> answer.status("200 OK", "image/png", bytes));

    assertThat(api.call("pet", Map.of("id", "1")).content())
        .containsExactly(
            json("{\"type\":\"image\",\"data\":\"" + data + "\",\"mimeType\":\"image/png\"}"));

    api.server.handle((request, answer) -> answer.status("200 OK", "application/pdf", bytes));

    assertThat(api.call("pet", Map.of("id", "1")).content())
        .containsExactly(
            json(
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"urn:openapi:pet\",\"mimeType\":"
                    + "\"application/pdf\",\"blob\":\""
                    + data
                    + "\"}}"));
  }

  @Test
  void saysThatThereIsNoContent() throws Exception {
    api.server.handle((request, answer) -> answer.raw("HTTP/1.1 204 No Content\r\n\r\n"));

    assertThat(api.call("delete_pets_id", Map.of("id", "1")).text())
        .isEqualTo(api.server.authority() + " answered 204 No Content, without content");

    api.server.handle(
        (request, answer) -> answer.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"));

    assertThat(api.call("look", Map.of("id", "1")).text()).contains("answered 200 OK");
  }

  @Table(
      """
      201 Created | Location: /pets/7 | answered 201 Created, without content; Location: /pets/7
      202 Accepted | Operation-Location: https://a/jobs/1\\r\\nRetry-After: 30 | answered 202 \
      Accepted, without content; Operation-Location: https://a/jobs/1; Retry-After: 30
      204 No Content | ETag: "a1"\\r\\nX-Trace: 5 | answered 204 No Content, without content; \
      ETag: "a1"
      200 OK | Link: </a?page=2>; rel=next\\r\\nLink: </a>; rel=first | answered 200 OK, \
      without content; Link: </a?page=2>; rel=next, </a>; rel=first
      """)
  void saysInWhichHeaderTheAnswerIs(String status, String headers, String said) throws Exception {
    api.server.handle(
        (request, answer) ->
            answer.raw(
                "HTTP/1.1 %s\r\n%s\r\nContent-Length: 0\r\n\r\n"
                    .formatted(status, headers.replace("\\r\\n", "\r\n"))));

    assertThat(api.call("replace", Map.of("id", "1")).text())
        .isEqualTo(api.server.authority() + " " + said);
  }

  @Test
  void addsAHeaderThatSaysMoreThanTheObject() throws Exception {
    api.server.handle(
        (request, answer) ->
            answer.raw(
                "HTTP/1.1 201 Created\r\nLocation: /pets/7\r\nETag: \"1\"\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"a\": true}"));

    ToolResult created = api.call("replace", Map.of("id", "1"));

    assertThat(created.text()).isEqualTo("{\"a\": true}\nLocation: /pets/7");
    assertThat(created.value()).isEqualTo(json("{\"a\":true}"));

    api.server.handle(
        (request, answer) ->
            answer.raw(
                "HTTP/1.1 201 Created\r\nLocation: /pets/7\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 16\r\n\r\n{\"u\": \"/pets/7\"}"));
    assertThat(api.call("replace", Map.of("id", "1")).text()).isEqualTo("{\"u\": \"/pets/7\"}");
  }

  @Table(
      """
      404 Not Found | application/json | {"message":"no pet"} | 404 Not Found: {"message":"no pet"}
      422 X | text/plain | name is short | 422 Unprocessable Entity: name is short
      500 X | text/html | <html><title>Oh</title><p>x</p></html> | 500 Server Error: Oh
      403 X | `` | `` | 403 Forbidden
      """)
  void reportsAnErrorWithItsBody(String status, String type, String body, String said)
      throws Exception {
    api.server.handle((request, answer) -> answer.status(status, type, body));

    ToolResult result = api.call("pet", Map.of("id", "1"));

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).isEqualTo(api.server.authority() + " answered " + said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"429 Too Many Requests", "503 Service Unavailable"})
  void passesOnWhenToRetry(String status) {
    api.server.handle((request, answer) -> answer.empty(status, "Retry-After: 30"));

    assertThatThrownBy(() -> api.call("pet", Map.of("id", "1")))
        .isInstanceOfSatisfying(
            BackendUnavailableException.class,
            e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(30)));
  }

  @Test
  void followsARedirectWithinTheServerAlone() throws Exception {
    api.server.handle(
        (request, answer) -> {
          if (request.path().equals("/pets/1")) {
            answer.empty("302 Found", "Location: /pets/2");
          } else {
            answer.json("{\"path\":\"" + request.path() + "\"}");
          }
        });
    assertThat(api.call("pet", Map.of("id", "1")).text()).isEqualTo("{\"path\":\"/pets/2\"}");

    api.server.handle(
        (request, answer) -> answer.empty("302 Found", "Location: http://other.example/x"));
    assertThat(api.call("pet", Map.of("id", "1")).text())
        .endsWith(" answered 302 Found and leads to http://other.example/x, which is not followed");
  }

  @Test
  void abortsTheRequestOfACallThatIsCancelled() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    api.server.handle(
        (request, answer) -> {
          called.countDown();
          answer.awaitClose();
          closed.countDown();
        });
    CompletableFuture<ToolResult> call = api.send("pet", Map.of("id", "1"));
    Patience.await(called);

    call.cancel(true);

    Patience.await(closed);
  }

  /** The server has the request: it may not be repeated as if it had not. */
  @RepeatedTest(10)
  void failsWhenTheServerBreaksOff() {
    api.server.handle((request, answer) -> answer.cut());

    assertThatThrownBy(() -> api.call("pet", Map.of("id", "1")))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("closed the connection without an answer");
  }

  @Test
  void failsWhenTheServerCannotBeReached() throws Exception {
    // Nothing listens at the first port.
    try (Api none =
        new Api(directory, PETS, config -> config.option("base_url", "http://127.0.0.1:1"))
            .started()) {
      assertThatThrownBy(() -> none.call("pet", Map.of("id", "1")))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage("failed to connect to 127.0.0.1:1: connection refused");
    }
  }

  @Test
  void rejectsAnAnswerBeyondItsBound() throws Exception {
    try (Api small =
        new Api(directory, PETS, config -> config.option("max_message_bytes", 1024)).started()) {
      small.server.handle((request, answer) -> answer.json("[" + " ".repeat(2_000) + "]"));

      assertThatThrownBy(() -> small.call("pet", Map.of("id", "1")))
          .hasMessageContaining("answered with more than 1024 bytes");
    }
  }

  @Test
  void knowsNoOtherTools() {
    assertThatThrownBy(() -> api.call("pet/list", Map.of()))
        .isInstanceOf(UnknownToolException.class);
  }

  @Test
  void readsItsDocumentFromTheServer() throws Exception {
    TestHttpServer server = api.server;
    server.handle(
        (request, answer) -> {
          if (request.path().equals("/docs/api.json")) {
            answer.json(
                "{\"openapi\":\"3.0.3\",\"servers\":[{\"url\":\"../v{n}\",\"variables\":{\"n\":"
                    + "{\"default\":\"2\"}}}],\"paths\":{\"/a\":{\"get\":{}}}}");
          } else {
            answer.json("{}");
          }
        });
    try (Api remote =
        new Api(
            directory,
            PETS,
            config ->
                BackendConfig.of("openapi")
                    .header("X-Key", "k")
                    .option("document", api.url() + "/docs/api.json"))) {
      remote.started();

      remote.call("get_a", Map.of());

      assertThat(server.received().get(0).header("X-Key")).isEmpty();
      assertThat(server.received().get(1).path()).isEqualTo("/v2/a");
      assertThat(server.received().get(1).header("X-Key")).contains("k");
    }
  }

  private static JsonNode json(String text) throws Exception {
    return Json.mapper().readTree(text);
  }
}
