package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Words;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Requests of somebody who does not mean well, or does not know better. */
class HostileRequestsTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> METHODS =
      List.of(
          """
          tools/list tools/call resources/list resources/templates/list resources/read
          resources/subscribe resources/unsubscribe prompts/list prompts/get
          completion/complete logging/setLevel initialize no/such"""
              .split("\\s", -1));

  /** Every member that a method looks at, and where it is looked for. */
  private static final List<String> MEMBERS =
      List.of(
          """
          uri name arguments cursor level ref type argument value context _meta
          protocolVersion capabilities clientInfo"""
              .split("\\s", -1));

  private static final TestContext CONTEXT = new TestContext();

  @SuppressWarnings("NullAway.Init")
  private static Served served;

  @BeforeContainer
  static void serve() {
    served = new Served(new WireSurface().surface, CONTEXT.scheduler());
    served.client.initialize();
  }

  @AfterContainer
  static void end() {
    served.close();
    CONTEXT.close();
  }

  @Property(tries = 600)
  void areEachAnsweredOnceAndTheConnectionLives(
      @ForAll("methods") String method, @ForAll("values") JsonNode params) {
    JsonNode answer = served.ask(method, params.toString());

    if (answer.has("error")) {
      assertThat(answer.at("/error/code").asInt())
          .as(answer.toString())
          .isIn(-32002, -32600, -32601, -32602);
      assertThat(answer.at("/error/message").asText())
          .isNotBlank()
          .doesNotContain("Exception", "com.fasterxml", "io.model");
    } else {
      assertThat(answer.get("result").isObject()).isTrue();
    }
    assertThat(served.client.ping("alive").get("id").asText()).isEqualTo("alive");
  }

  @Property(tries = 100)
  void withHalvesOfCharactersAreAnswered(
      @ForAll("methods") String method, @ForAll("members") String member) {
    // Where a name has half a character, the message as a whole is malformed.
    String half = "\"\\ud83d x \\udc00\"";
    String params = "{\"" + member + "\":" + half + ",\"ref\":{\"type\":" + half + "}}";

    assertThat(served.ask(method, params).has("id")).isTrue();
  }

  @Property(tries = 20)
  void forMethodsThatNobodyCanSpellAreAnswered(@ForAll("halves") String method) {
    assertThat(served.ask(method, "{}").at("/error/code").asInt()).isEqualTo(-32601);
  }

  @Property(tries = 13)
  void withHugeParametersAreAnswered(@ForAll("methods") String method) {
    String huge = "\"" + "x".repeat(900_000) + "\"";
    String params = "{'uri':$,'name':$,'level':$,'cursor':$}".replace('\'', '"').replace("$", huge);

    JsonNode answer = served.ask(method, params);

    assertThat(answer.has("error")).isNotEqualTo(answer.has("result"));
  }

  @Provide
  Arbitrary<String> methods() {
    return Arbitraries.of(METHODS);
  }

  @Provide
  Arbitrary<String> members() {
    return Arbitraries.of(MEMBERS);
  }

  @Provide
  Arbitrary<String> halves() {
    return Arbitraries.of("\\ud83d", "\\udc00\\ud83d", "no/\\udfff", "\\u0000", "\\u202e/x");
  }

  @Provide
  Arbitrary<JsonNode> values() {
    Arbitrary<JsonNode> leaves =
        Arbitraries.oneOf(
            Arbitraries.just(JSON.nullNode()),
            Arbitraries.of(true, false).map(JSON::booleanNode),
            Arbitraries.longs().map(JSON::numberNode),
            Arbitraries.doubles().map(JSON::numberNode),
            Arbitraries.of(
                    Words.of(
                        """
                    `` | test://a | greet | echo | info | ref/prompt | ref/resource | test://{id}
                    """))
                .map(JSON::textNode),
            // Halves of characters have a test of their own.
            Arbitraries.strings().ofMaxLength(20).map(ForeignText::wellFormed).map(JSON::textNode));
    return Arbitraries.lazyOf(
        () -> leaves, () -> objects(leaves), () -> objects(objects(leaves)), () -> arrays(leaves));
  }

  private static Arbitrary<JsonNode> objects(Arbitrary<JsonNode> values) {
    return Arbitraries.maps(Arbitraries.of(MEMBERS), values)
        .ofMaxSize(6)
        .map(members -> JSON.objectNode().setAll(members));
  }

  private static Arbitrary<JsonNode> arrays(Arbitrary<JsonNode> values) {
    return values.list().ofMaxSize(3).map(elements -> JSON.arrayNode().addAll(elements));
  }
}
