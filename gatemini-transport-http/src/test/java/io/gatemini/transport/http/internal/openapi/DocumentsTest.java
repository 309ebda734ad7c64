package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents that are read, and the errors of those that are not. */
class DocumentsTest {
  @TempDir static Path directory;

  @Table(
      """
      swagger: '2.0' | the OpenAPI document is of version 2.0; convert it to OpenAPI 3.0 or 3.1
      openapi: 2.9 | the OpenAPI document is of version 2.9; convert it to OpenAPI 3.0 or 3.1
      paths: {} | the OpenAPI document is not an OpenAPI document: it has no member "openapi"
      openapi: 3.0.0 | the OpenAPI document has no paths, so that there are no tools in it
      {"openapi": | the OpenAPI document is neither JSON nor YAML: Unexpected end-of-input
      a: [ | the OpenAPI document is neither JSON nor YAML: while parsing a flow node
      a: *b | the OpenAPI document has the YAML alias *b; write a $ref, or the text of its anchor
      """)
  void rejectsWhatIsNoDocument(String text, String said) {
    try (Api api = new Api(directory, text)) {
      assertThatThrownBy(api::started)
          .isInstanceOfSatisfying(
              BackendUnavailableException.class, e -> assertThat(e.isLasting()).isTrue())
          .hasMessageStartingWith(said);
    }
  }

  @Test
  void rejectsADocumentThatIsMissingOrTooLarge() throws Exception {
    Path large = directory.resolve("large.yaml");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(OpenApi.MAX_BYTES + 1L);
    }
    assertThatThrownBy(() -> start("", c -> c.option("document", large.toString())))
        .hasMessageStartingWith("the OpenAPI document has more than 30 MB; remove from it");
    assertThatThrownBy(() -> start("", c -> c.option("document", "/no/such.yaml")))
        .hasMessage("the OpenAPI document such.yaml does not exist; correct \"document\"");
  }

  @Table(
      """
      '#/components/schemas/A' | has a $ref that leads nowhere: #/components/schemas/A; correct it, \
      or exclude the operation (in GET /a)
      'other.yaml#/A' | has a $ref to another document, which is not followed: other.yaml#/A; \
      bundle the documents into one, or exclude the operation (in GET /a)
      'http://127.0.0.1/a#/A' | has a $ref to another document, which is not followed: \
      http://127.0.0.1/a#/A; bundle the documents into one, or exclude the operation (in GET /a)
      '#/paths/~1a/get/parameters/0' | has a $ref that leads in a circle: \
      #/paths/~1a/get/parameters/0 (in GET /a)
      """)
  void rejectsAReferenceThatLeadsNowhere(String reference, String said) {
    String document =
        Api.paths("/a:\n  get:\n    operationId: a\n    parameters: [{$ref: " + reference + "}]\n");

    assertThatThrownBy(() -> start(document, c -> c)).hasMessage("the OpenAPI document " + said);
    assertThat(names(document + "  /b: {get: {}}\n", c -> c)).containsExactly("get_b");
  }

  @Test
  void takesAMemberWithoutAValueAsAbsent() throws Exception {
    String document =
        Api.paths(
            """
            /a:
              summary:
              parameters:
              get:
                operationId: a
                summary:
                description: ~
                deprecated: null
                security:
                parameters:
                  - {name: q, in: query, description: , schema: {type: string, format: , items: }}
                  - {name: any, in: query, schema: {properties: {note: , kind: {enum: [a, null]}}}}
                  - {name: n, in: query, schema: {type: [integer, 'null'], default: null}}
                requestBody:
                responses: {'200': {description: , content: }}
              post:
            """);

    try (Api api = new Api(directory, document)) {
      BackendTool tool = api.started().tool("a");

      assertThat(tool.description()).isEqualTo("GET /a");
      assertThat(tool.inputSchema().path("properties"))
          .isEqualTo(
              Json.mapper()
                  .readTree(
                      """
                      {"q": {"type": "string"},
                       "any": {"properties": {"note": {}, "kind": {"enum": ["a", null]}}},
                       "n": {"type": ["integer", "null"], "default": null}}"""));
    }
    assertThat(names(document, c -> c)).containsExactly("a");
  }

  @Test
  void saysOfADeprecatedOperationWhatItDoes() throws Exception {
    String document =
        Api.paths("/a: {get: {operationId: a, deprecated: true, summary: Lists pets.}}");

    try (Api api = new Api(directory, document)) {
      assertThat(api.started().tool("a").description()).isEqualTo("Deprecated: Lists pets.");
    }
  }

  @Test
  void rejectsAFaultyReferenceOfASchema() {
    String document =
        Api.paths(
            "/a: {get: {parameters: [{name: q, in: query, schema: {items: {$ref: '#/x'}}}]}}");

    assertThatThrownBy(() -> start(document, c -> c))
        .hasMessageContaining("has a $ref that leads nowhere: #/x;")
        .hasMessageEndingWith("(in GET /a)");
  }

  @Test
  void rejectsASchemaThatIsItsOwnReference() {
    String document =
        Api.paths(
                "/a: {get: {parameters: [{name: q, in: query, schema: {$ref:"
                    + " '#/components/schemas/A'}}]}}")
            + "components:\n  schemas:\n    A: {$ref: '#/components/schemas/A'}\n";

    assertThatThrownBy(() -> start(document, c -> c))
        .hasMessageContaining("the OpenAPI document has a $ref that leads in a circle")
        .hasMessageEndingWith("(in GET /a)");
  }

  @Table(
      """
      {name: q, in: query, style: matrix} | has a parameter of the style "matrix", which is not \
      supported; exclude the operation (in GET /a)
      {name: q, in: body} | has a parameter or key without its place; set "in" to path, query, \
      header or cookie (in GET /a)
      """)
  void rejectsAParameterThatCannotBeSent(String parameter, String said) {
    String document = Api.paths("/a: {get: {parameters: [" + parameter + "]}}");

    assertThatThrownBy(() -> start(document, c -> c)).hasMessage("the OpenAPI document " + said);
  }

  @Test
  void boundsWhatPathsRepeat() {
    String properties =
        IntStream.range(0, 5_000).mapToObj(i -> "p" + i + ": {}").collect(Collectors.joining(", "));
    String paths =
        IntStream.range(1, 500)
            .mapToObj(i -> "/a%d: {$ref: '#/paths/~1a'}\n".formatted(i))
            .collect(Collectors.joining());
    String document =
        Api.paths(
            paths
                + "/a: {get: {parameters: [{name: q, in: query, schema: {properties: {"
                + properties
                + "}}}]}}");

    assertThatThrownBy(() -> start(document, c -> c))
        .hasMessageContaining("the OpenAPI document has too many schemas; exclude operations");
  }

  @Test
  void boundsTheDefinitionsOfATool() throws Exception {
    String schemas =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    "S%d: {properties: {a: {$ref: '#/components/schemas/S%d'}}}"
                        .formatted(i, (i + 1) % 1_000))
            .collect(Collectors.joining("\n"));
    String document =
        Api.paths(
                "/a: {get: {operationId: a, parameters: [{name: q, in: query, schema: {$ref:"
                    + " '#/components/schemas/S0'}}]}}")
            + "components:\n  schemas:\n"
            + schemas.indent(4);
    try (Api api = new Api(directory, document).started()) {
      JsonNode definitions = api.tool("a").inputSchema().path("$defs");

      assertThat(definitions).hasSize(251);
      assertThat(definitions.path("S249").isEmpty()).isFalse();
      assertThat(definitions.path("S250").isEmpty()).isTrue();
    }
  }

  @Test
  void numbersToolsWhoseNamesCollide() {
    assertThat(
            names(
                Api.paths(
                    """
                    /a/{b}: {get: {}}
                    /a-b: {get: {}, post: {operationId: get_a_b}, put: {operationId: 2x}}
                    """),
                c -> c))
        .containsExactly("get_a_b", "get_a_b_2", "_2x", "get_a_b_3");
  }

  @Test
  void takesElevenHundredOperations() {
    String paths =
        IntStream.range(0, 1_100)
            .mapToObj(i -> "/p" + i + ": {get: {operationId: op" + i + "}}")
            .collect(Collectors.joining("\n"));

    assertThat(names(Api.paths(paths), c -> c)).hasSize(1_100).startsWith("op0", "op1");
  }

  @Table(
      """
      users/* | `` | users_get,users_add
      tag:Admin Area | `` | users_add,purge
      GET /users/* | `` | users_get
      post /* | `` | users_add
      `` | tag:Admin Area | users_get
      users/*,purge | DELETE * | users_get,users_add
      """)
  void takesTheOperationsThatTheRulesAllow(String include, String exclude, String names) {
    String document =
        Api.paths(
            """
            /users/{id}:
              get: {operationId: users/get}
              post: {operationId: users/add, tags: [Admin Area]}
            /all:
              delete: {operationId: purge, tags: [Admin Area]}
            """);

    assertThat(
            String.join(
                ",",
                names(
                    document,
                    c -> c.option("include", list(include)).option("exclude", list(exclude)))))
        .isEqualTo(names);
  }

  private static List<String> list(String texts) {
    return texts.isEmpty() ? List.of() : List.of(texts.split(",", -1));
  }

  @Test
  void rejectsRulesThatLeaveNothing() {
    assertThatThrownBy(
            () -> start(Api.paths("/a: {get: {}}"), c -> c.option("include", List.of("b"))))
        .hasMessage(
            "the OpenAPI document has no operation that include and exclude leave; change them");
  }

  @Table(
      """
      /v1 | says no server that can be called: "/v1" must begin with http:// or https://; set \
      base_url to the address of the API (in GET /a)
      'https://{tenant}.example/' | has a server with a variable without a default, {tenant}; set \
      base_url to the address of the API (in GET /a)
      'https://u:p@a.example' | says no server that can be called: "https://u:p@a.example" must \
      not have a user, a password or a fragment (#...); set base_url to the address of the API \
      (in GET /a)
      """)
  void rejectsServersThatCannotBeCalled(String url, String said) {
    String document = Api.paths("/a: {get: {}}") + "servers: [{url: " + url + "}]\n";

    assertThatThrownBy(() -> start(document, c -> withoutBaseUrl(c)))
        .hasMessage("the OpenAPI document " + said);
  }

  private static BackendConfig withoutBaseUrl(BackendConfig config) {
    return BackendConfig.of("openapi")
        .option("document", config.options().path("document").asText());
  }

  @Test
  void putsInDefaultsOfVariables() {
    Document document =
        Document.parse(
            (Api.paths("/a: {get: {}}")
                    + "servers: [{url: 'http://10.0.0.1:{port}/x/', variables: {port: {default:"
                    + " 80}}}]\n")
                .getBytes(StandardCharsets.UTF_8));

    OpenApi.Settings settings =
        new OpenApi.Settings(
            Optional.empty(), Optional.empty(), List.of(), List.of(), Map.of(), Set.of());

    assertThat(Servers.of(settings, document.root())).isEqualTo("http://10.0.0.1:80/x");
  }

  @Test
  void readsTheWordsOfYamlAsTexts() throws Exception {
    String text = "openapi: 3.0.0\npaths: {/a: {}}\nmore: &more {on: off, n: 1.50, list: [1, no]}";

    assertThat(Document.parse(text.getBytes(StandardCharsets.UTF_8)).root().path("more"))
        .isEqualTo(Json.mapper().readTree("{\"on\":\"off\",\"n\":1.50,\"list\":[1,\"no\"]}"));
  }

  @Table(
      """
      {type: string, nullable: true} | {"type":["string","null"]}
      {type: string, nullable: true, enum: [a]} | {"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}
      {allOf: [{type: string}], nullable: true} | {"anyOf":[{"allOf":[{"type":"string"}]},\
      {"type":"null"}]}
      {type: integer, minimum: 1, exclusiveMinimum: true} | {"type":"integer","exclusiveMinimum":1}
      {type: integer, maximum: 1, exclusiveMaximum: false} | {"type":"integer","maximum":1}
      {type: any, format: x, xml: {}, x-a: 1} | {"format":"x"}
      {type: string, example: a} | {"type":"string","examples":["a"]}
      {type: array, example: [a]} | {"type":"array"}
      {oneOf: [{}, {}], discriminator: {propertyName: a}} | {"anyOf":[{},{}]}
      {oneOf: [{}], anyOf: [{}]} | {"oneOf":[{}],"anyOf":[{}]}
      {type: object, required: [a, b], properties: {a: {readOnly: true}, b: {}}} | \
      {"type":"object","required":["b"],"properties":{"b":{}}}
      {properties: {$ref: {type: string}, example: {}}} | \
      {"properties":{"$ref":{"type":"string"},"example":{}}}
      """)
  void makesJsonSchemaOfTheSchemasOfThreePointZero(String schema, String converted)
      throws Exception {
    String document =
        Api.paths(
                "/a: {get: {operationId: a, parameters: [{name: q, in: query, schema: "
                    + schema
                    + "}]}}")
            .replace("3.1.0", "3.0.3");
    try (Api api = new Api(directory, document).started()) {
      assertThat(api.tool("a").inputSchema().at("/properties/q"))
          .isEqualTo(Json.mapper().readTree(converted));
    }
  }

  @Test
  void givesArgumentsOfOneNameTheirPlace() throws Exception {
    String document =
        Api.paths(
            """
            /a/{id}:
              post:
                operationId: a
                parameters:
                  - {name: id, in: query}
                  - {name: body, in: query}
                  - {name: id, in: header, schema: {type: string}}
                requestBody: {content: {text/plain: {}}}
            """);
    try (Api api = new Api(directory, document).started()) {
      assertThat(api.tool("a").inputSchema().path("properties").properties())
          .extracting(Map.Entry::getKey)
          .containsExactly("id", "body", "id_header", "id_path", "body_of_request");

      var request =
          api.request(
              "a",
              Map.of("id", 1, "id_header", "2", "id_path", "3", "body", 4, "body_of_request", "5"));

      assertThat(request.path()).isEqualTo("/a/3?id=1&body=4");
      assertThat(request.header("id")).contains("2");
      assertThat(request.body()).isEqualTo("5");
      assertThat(request.header("Content-Type")).contains("text/plain");
    }
  }

  @Test
  void checksItsConfiguration() {
    assertThatThrownBy(() -> Api.provider().validate("a", BackendConfig.of("openapi")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("document");
    assertThatThrownBy(
            () ->
                Api.provider()
                    .validate(
                        "a",
                        BackendConfig.of("openapi")
                            .option("document", "a")
                            .option("base_url", "b")))
        .hasMessageContaining("base_url")
        .hasMessageContaining("must begin with http:// or https://");
    assertThatThrownBy(
            () ->
                Api.provider()
                    .validate(
                        "a",
                        BackendConfig.of("openapi")
                            .option("document", "a")
                            .url("https://a.example")))
        .hasMessageContaining("base_url is the API's address");
  }

  private static List<String> names(String document, UnaryOperator<BackendConfig> config) {
    try (Api api = new Api(directory, document, config).started()) {
      return Api.get(api.backend.listTools().toCompletableFuture()).stream()
          .map(BackendTool::name)
          .toList();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void start(String document, UnaryOperator<BackendConfig> config) throws Exception {
    try (Api api = new Api(directory, document, config)) {
      api.started();
    }
  }
}
