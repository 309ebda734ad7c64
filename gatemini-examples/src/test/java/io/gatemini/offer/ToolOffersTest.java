package io.gatemini.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tools that a model is given before it is asked. */
class ToolOffersTest {
  private static final String PAY =
      """
      {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"],
       "oneOf": [{"properties": {"iban": {"type": "string"}}, "required": ["iban"]},
                 {"properties": {"card": {"type": "string"}}, "required": ["card"]}]}\
      """;

  private static final Gateway GATEWAY =
      Gateway.builder()
          .backend(
              "billing",
              BackendConfig.inProcess()
                  .tool("refund", "Refund an invoice to a customer.", "{}", args -> "refunded")
                  .tool("pay", "Pay an invoice by bank or card.", PAY, args -> "paid"))
          .backend(
              "weather",
              BackendConfig.inProcess()
                  .tool("forecast", "Forecast of rain and wind for a town.", "{}", args -> "rain"))
          .backend(
              "mail",
              BackendConfig.inProcess()
                  .tool("send", "Send an e-mail to a customer.", "{}", args -> "sent"))
          .build();

  private final ToolOffers offers = ToolOffers.of(GATEWAY);

  @BeforeAll
  static void indexes() {
    assertThat(GATEWAY.awaitIndexed(Duration.ofMinutes(1))).isTrue();
  }

  @AfterAll
  static void ends() {
    GATEWAY.close();
  }

  private static OfferRequest say(String message, String session) {
    return OfferRequest.of(message).session(Session.of(session));
  }

  private static List<String> keys(Offer offer) {
    return offer.tools().stream().map(OfferedDefinition::key).toList();
  }

  @Test
  void aConversationKeepsWhatItWasGiven() {
    Offer first = offers.offer(say("refund the invoice", "ann"));
    Offer second = offers.offer(say("will it rain in town?", "ann"));
    Offer third = offers.offer(say("refund the other invoice, too", "ann"));

    assertThat(keys(first)).startsWith("billing.refund").doesNotContain("weather.forecast");
    assertThat(keys(second))
        .startsWith(keys(first).toArray(String[]::new))
        .contains("weather.forecast");
    for (List<ArrayNode> renderings :
        List.of(
            List.of(first.anthropic(), second.anthropic()),
            List.of(first.openAi(), second.openAi()))) {
      String before = renderings.get(0).toString();
      assertThat(renderings.get(1).toString()).startsWith(before.substring(0, before.length() - 1));
    }
    assertThat(third.added()).isZero();
    assertThat(third.anthropic()).isEqualTo(second.anthropic());
    assertThat(second.explain())
        .contains("billing.refund: given before", "weather.forecast: added");
  }

  /** Its place in the request stays, so that the cache of the provider holds; a call says so. */
  @Test
  void aToolThatIsGoneKeepsItsPlace() {
    Session session = Session.of("late");
    GATEWAY.register(
        "kitchen",
        BackendConfig.inProcess().tool("bake", "Bake a cake in the oven.", "{}", args -> "baked"));
    assertThat(GATEWAY.awaitIndexed(Duration.ofMinutes(1))).isTrue();
    Offer first = offers.offer(say("bake a cake", "late"));
    GATEWAY.deregister("kitchen");
    Offer second = offers.offer(say("bake another cake", "late"));
    ToolResult answer = offers.call("kitchen__bake", RawJson.emptyObject(), session).join();

    assertThat(keys(first)).contains("kitchen.bake");
    assertThat(second.anthropic()).isEqualTo(first.anthropic());
    assertThat(answer.isError()).isTrue();
    assertThat(answer.text()).contains("kitchen__bake");
  }

  @Test
  void whatFitsNothingIsOfferedNothing() {
    assertThat(offers.offer(say("translate the poem into Latin", "poet")).tools()).isEmpty();
    assertThat(offers.offer(say("  ", "silent")).tools()).isEmpty();
    assertThat(offers.offer(OfferRequest.of(List.of())).tools()).isEmpty();
  }

  @Test
  void aBudgetSmallerThanAnyToolLeavesAllOut() {
    Offer offer = offers.offer(say("refund the invoice", "poor").budget(3));

    assertThat(offer.tools()).isEmpty();
    assertThat(offer.leftOut()).isNotEmpty();
    assertThat(offer.leftOut().get(0).tool()).isEqualTo("billing.refund");
    assertThat(offer.explain()).contains("above the budget of 3, of which 0 are used");
  }

  @Test
  void theLimitAndTheBackendsHold() {
    Offer one = offers.offer(say("an invoice of a customer", "one").limit(1));
    Offer mail = offers.offer(say("an invoice of a customer", "two").backends("mail", "none"));

    assertThat(one.tools()).hasSize(1);
    assertThat(one.leftOut()).extracting(Offer.LeftOut::reason).contains("above the limit of 1");
    assertThat(keys(mail)).isSubsetOf("mail.send");
  }

  @Table(
      """
      0 | 1
      1 | 0
      1 | 51
      """)
  void boundsOfARequestAreChecked(int budget, int limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OfferRequest.of("x").budget(budget).limit(limit))
        .withMessageContaining("the limit from 1 to 50");
  }

  @Test
  void theSameMessageAgainAddsNothing() {
    OfferRequest request = say("an invoice of a customer", "loop").limit(1);
    Offer first = offers.offer(request);

    assertThat(first.tools()).hasSize(1);
    assertThat(offers.offer(request).tools()).isEqualTo(first.tools());
    assertThat(offers.offer(request).leftOut()).isEqualTo(first.leftOut());
  }

  @Test
  void roomIsMadeForWhatFitsBest() {
    OfferRequest full = say("refund the invoice", "long").limit(1);
    int budget = (int) offers.offer(full).tokens() + 10;
    OfferRequest rain = say("will it rain in town?", "long").limit(1);

    assertThat(keys(offers.offer(rain.budget(budget)))).containsExactly("billing.refund");
    assertThat(keys(offers.offerWithRoom(rain.budget(1)))).containsExactly("billing.refund");
    assertThat(keys(offers.offerWithRoom(rain.budget(budget)))).containsExactly("weather.forecast");
    assertThat(keys(offers.offerWithRoom(rain.budget(budget)))).containsExactly("weather.forecast");
  }

  @Test
  void calledToolsComeAlong() {
    assertThat(call("mail__send", "{}").text()).isEqualTo("sent");

    assertThat(keys(offers.offer(say("will it rain in town?", "caller"))))
        .startsWith("mail.send")
        .contains("weather.forecast");
    assertThat(
            keys(
                offers.offer(
                    say("", "restored").called(List.of("mail.send", "mail.gone", "mail.send")))))
        .containsExactly("mail.send");
  }

  @Test
  void conversationsAreApartAndEnd() {
    offers.offer(say("refund the invoice", "first"));

    assertThat(keys(offers.offer(say("rain", "second")))).doesNotContain("billing.refund");
    offers.offer(OfferRequest.of("refund the invoice"));
    assertThat(keys(offers.offer(OfferRequest.of("rain in town"))))
        .doesNotContain("billing.refund");
    offers.forget(Session.of("first"));
    assertThat(keys(offers.offer(say("rain in town", "first")))).doesNotContain("billing.refund");
  }

  @Test
  void aMegabyteOfTalkIsReadAtItsEnds() {
    String lines = "2026-11-30 INFO lorem ipsum\n".repeat(40_000);

    assertThat(keys(offers.offer(say(lines + "refund the invoice", "behind"))))
        .contains("billing.refund");
    assertThat(keys(offers.offer(say("refund the invoice\n" + lines, "before"))))
        .contains("billing.refund");
    assertThat(offers.offer(say("x".repeat(1_000_000), "long")).tools()).isEmpty();
  }

  @Test
  void offersAtOnceGiveEachToolOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Offer>> calls = new ArrayList<>();
    IntStream.range(0, 40)
        .forEach(
            i ->
                calls.add(() -> offers.offer(say(i % 2 == 0 ? "refund" : "rain in town", "busy"))));
    List<Offer> made = new ArrayList<>();
    for (Future<Offer> call : threads.invokeAll(calls)) {
      made.add(call.get());
    }
    threads.shutdown();
    List<String> all = keys(offers.offer(say("refund", "busy")));

    assertThat(new HashSet<>(all)).hasSameSizeAs(all);
    assertThat(made)
        .allSatisfy(offer -> assertThat(all).startsWith(keys(offer).toArray(String[]::new)));
  }

  @Test
  void eachProviderReadsItsForm() {
    Offer offer = offers.offer(say("pay by bank or card", "forms").backends("billing").limit(1));

    assertThat(offer.anthropic())
        .isEqualTo(
            RawJson.parse(
                    """
                    [{"name": "billing__pay",
                      "description": "Pay an invoice by bank or card. Give exactly one of: iban; card.",
                      "input_schema": {"type": "object", "required": ["amount"], "properties": {
                        "amount": {"type": "number"}, "iban": {"type": "string"}, "card": {"type": "string"}}}}]\
                    """)
                .tree());
    JsonNode function = offer.openAi().get(0);
    assertThat(function.path("type").asText()).isEqualTo("function");
    assertThat(function.path("parameters")).isEqualTo(offer.tools().get(0).schema());
    assertThat(offer.anthropicDeferred().get(0).path("defer_loading").asBoolean()).isTrue();
    assertThat(offer.anthropicReferences().toString())
        .isEqualTo("[{\"type\":\"tool_reference\",\"tool_name\":\"billing__pay\"}]");
    JsonNode namespace = offer.openAiFound().get(0);
    assertThat(namespace.path("type").asText()).isEqualTo("namespace");
    assertThat(namespace.path("name").asText()).isEqualTo("billing");
    assertThat(namespace.path("tools").get(0).path("name").asText()).isEqualTo("billing__pay");
  }

  @Test
  void aCallByTheNameOfTheModelReachesTheTool() {
    assertThat(call("billing__pay", "{\"amount\": 5, \"iban\": \"X\"}").text()).isEqualTo("paid");
    assertThat(call("billing__pay", "{\"iban\": \"X\"}").text()).contains("amount");
    assertThat(call("billing__invented", "{}").isError()).isTrue();
  }

  private ToolResult call(String name, String arguments) {
    Session session = Session.of(name.startsWith("mail") ? "caller" : "payer");
    return offers.call(name, RawJson.parse(arguments), session).join();
  }

  private static final Set<String> REFUSED =
      Set.of("oneOf", "anyOf", "allOf", "not", "enum", "const", "if", "then", "else", "$ref");

  @Table(
      """
      {} | `` | ``
      {"properties": {"a": {}}} | a | ``
      {"anyOf": [{"required": ["a"], "properties": {"a": {}}}, {"properties": {"b": {}}}]} | a, b | at least one of: a; b (optional)
      {"allOf": [{"required": ["a"], "properties": {"a": {}}}, {"properties": {"b": {}}}]} | a, b | ``
      {"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"a": {}}}}} | a | ``
      {"$ref": "#"} | `` | ``
      {"if": {"properties": {"kind": {"const": "x"}}}, "then": {"properties": {"n": {}}}} | kind, n | if {"properties":{"kind":{"const":"x"}}}.
      {"properties": {"a": {}}, "not": {"required": ["a"]}} | a | not {"required":["a"]}.
      {"oneOf": [{"properties": {"k": {"const": 1}}, "required": ["k"]}, {"properties": {"k": {"const": 2}}, "required": ["k"]}]} | k | exactly one of: k = 1; k = 2
      {"oneOf": [{"additionalProperties": false, "properties": {"a": {}}}, {"properties": {"b": {}}}]} | a, b | exactly one of: a (optional); b (optional)
      """)
  void everyRootIsAnObjectWithAllProperties(String schema, String names, String remark) {
    RootedSchema rooted = RootedSchema.of(RawJson.parse(schema).tree());
    List<String> properties = new ArrayList<>();
    rooted.schema().path("properties").fieldNames().forEachRemaining(properties::add);

    assertThat(rooted.schema().path("type").asText()).isEqualTo("object");
    assertThat(String.join(", ", properties)).isEqualTo(names);
    assertThat(rooted.remark()).contains(remark);
    rooted.schema().fieldNames().forEachRemaining(name -> assertThat(REFUSED).doesNotContain(name));
    assertThat(rooted.schema().has("additionalProperties")).isFalse();
  }
}
