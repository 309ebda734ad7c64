package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** JSON as tools return it, and what somebody wants to know of it. */
class IntentJsonTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final IntentReducer reducer =
      new IntentReducer(OutputConfig::defaults, new EnglishAnalyzer());

  @Test
  void keepsTheIssuesThatMatterWhole() {
    ObjectNode answer = NODES.objectNode();
    answer.put("total_count", 200);
    ArrayNode issues = answer.putArray("issues");
    for (int i = 0; i < 200; i++) {
      issues.add(
          issue(i, "Button is misaligned on page " + i, "Steps: open the page, look at it."));
    }
    issues.set(31, issue(31, "Login fails after password reset", "The session cookie is stale."));
    issues.set(
        150, issue(150, "Reset of passwords sends no mail", "SMTP says \"no\".\nLogin is ok."));

    Payload filtered = filter(answer, "login problems after a password reset");

    JsonNode kept = filtered.json().orElseThrow();
    assertThat(kept.get("total_count").asInt()).isEqualTo(200);
    assertThat(kept.get("issues"))
        .containsExactly(answer.get("issues").get(31), answer.get("issues").get(150));
    assertThat(filtered.notes()).containsExactly("intent-filter: 2 of 200 items of issues");
    assertThat(filtered.kind()).isEqualTo(Payload.Kind.JSON);
  }

  @Test
  void keepsTheMembersOfAConfigurationThatMatter() {
    ObjectNode config = NODES.objectNode();
    config.put("version", 3);
    for (String service : new String[] {"mail", "search", "billing", "web"}) {
      ObjectNode section = config.putObject(service);
      section.put("name", service);
      section.put("notes", "Everything about it. ".repeat(60));
      section.putObject("logging").put("level", "debug").put("format", "plain ".repeat(50));
      ObjectNode client = section.putObject("client");
      client.put("agent", "agent ".repeat(400));
      client.putObject("timeout").put("seconds", service.length());
    }
    config.withObject("/billing/client").putObject("retryPolicy").put("attempts", 5);

    Payload filtered = filter(config, "retry policy of the billing client");

    JsonNode kept = filtered.json().orElseThrow();
    assertThat(kept.at("/billing/client/retryPolicy/attempts").asInt()).isEqualTo(5);
    assertThat(kept.at("/version").asInt()).isEqualTo(3);
    assertThat(kept.has("mail")).isFalse();
    assertThat(filtered.sizeBytes()).isLessThan(payload(config).sizeBytes() / 2);
  }

  @Test
  void looksIntoLargeItemsAndKeepsWhatIdentifiesThem() {
    ArrayNode channels = NODES.arrayNode();
    for (int c = 0; c < 5; c++) {
      ObjectNode channel = channels.addObject();
      channel.put("id", "C" + c);
      channel.put("name", "room " + c);
      channel.put("about", "Talk of many things. ".repeat(20));
      ArrayNode messages = channel.putArray("messages");
      for (int m = 0; m < 100; m++) {
        messages.addObject().put("by", "user" + m).put("text", "good morning number " + m);
      }
    }
    messages(channels, 3)
        .set(42, NODES.objectNode().put("by", "ann").put("text", "Deployment is rolled back"));

    Payload filtered = filter(channels, "who rolled back the deployment?");

    assertThat(filtered.text())
        .isEqualTo(
            "[{\"id\":\"C3\",\"name\":\"room"
                + " 3\",\"messages\":[{\"by\":\"ann\",\"text\":\"Deployment is rolled back\"}]}]");
    assertThat(filtered.notes())
        .containsExactly(
            "intent-filter: 1 of 5 items, 3 of 4 members of [3], 1 of 100 items of [3] > messages");
  }

  @Test
  void keepsAllOfAMemberThatIsMeantByName() {
    ObjectNode manifest = NODES.objectNode();
    manifest.put("name", "shop");
    for (String group : new String[] {"scripts", "dependencies", "overrides"}) {
      ObjectNode members = manifest.putObject(group);
      for (int i = 0; i < 200; i++) {
        members.put("@scope/" + group.charAt(0) + "-package-" + i, "^" + i + ".0.0");
      }
    }

    Payload filtered = filter(manifest, "list the dependencies");

    JsonNode kept = filtered.json().orElseThrow();
    assertThat(kept.get("dependencies")).isEqualTo(manifest.get("dependencies"));
    assertThat(kept.get("name").asText()).isEqualTo("shop");
    assertThat(kept.size()).isEqualTo(2);
  }

  @Test
  void ignoresTermsThatAllItemsHave() {
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < 300; i++) {
      items.addObject().put("state", i % 50 == 7 ? "blocked" : "open").put("number", i);
    }

    Payload filtered = filter(items, "items whose state is blocked");

    assertThat(filtered.json().orElseThrow()).hasSize(6);
  }

  @Test
  void readsEscapesAccentsAndScriptsWithoutSpaces() {
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < 300; i++) {
      items.add("plain entry number " + i);
    }
    items.set(10, NODES.textNode("first line\nerror in the second"));
    items.set(20, NODES.textNode("Die Größe überprüfen"));
    items.set(30, NODES.textNode("東京の天気"));
    String escaped = payload(items).text().replace("ö", "\\u00f6");

    assertThat(filter(items, "errors").json().orElseThrow()).containsExactly(items.get(10));
    assertThat(filter(items, "天気").json().orElseThrow()).containsExactly(items.get(30));
    assertThat(filter(payload(escaped), "GRÖSSE größe").json().orElseThrow())
        .containsExactly(items.get(20));
  }

  @Test
  void saysThatNothingMatches() {
    Payload payload = payload(NODES.arrayNode().add("word ".repeat(2_000)));

    Payload filtered = filter(payload, "kangaroo");

    assertThat(filtered.rawJson()).isEqualTo(payload.rawJson());
    assertThat(filtered.isReduced()).isFalse();
    assertThat(filtered.notes()).containsExactly("intent-filter: nothing matches \"kangaroo\"");
  }

  @Test
  void needsNoStackForDepth() {
    for (int depth : new int[] {2_000, 100_000}) {
      String deep =
          "{\"a\":[".repeat(depth)
              + "{\"needle\":\"found\"},{\"other\":\"x\"}"
              + "],\"filler\":[\"some text that is left out\"]}".repeat(depth);

      Payload filtered = filter(payload(deep), "needle");

      assertThat(filtered.text()).startsWith("{\"a\":[{\"a\":[").contains("{\"needle\":\"found\"}");
      assertThat(JsonOutline.of(filtered.rawJson().orElseThrow())).isPresent();
      assertThat(filtered.notes().toString().length()).isLessThan(600);
    }
  }

  @Test
  void declinesWhatItCannotMakeSmaller() {
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < 500; i++) {
      items.addObject().put("word", "invoice");
    }

    assertThat(reducer.reduce(payload(items), request("invoices"))).isEmpty();
    assertThat(reducer.reduce(payload("\"" + "invoice ".repeat(900) + "\""), request("invoice")))
        .isEmpty();
    assertThat(filter(payload("[" + "1,".repeat(4_000)), "invoice").notes())
        .containsExactly("intent-filter: not read, the value is too large or no JSON");
  }

  private static ArrayNode messages(ArrayNode channels, int channel) {
    return (ArrayNode) channels.get(channel).get("messages");
  }

  private static ObjectNode issue(int number, String title, String body) {
    return NODES.objectNode().put("number", number).put("title", title).put("body", body);
  }

  private Payload filter(JsonNode value, String intent) {
    return filter(payload(value), intent);
  }

  private Payload filter(Payload payload, String intent) {
    // How long it takes on a busy machine is not the question.
    return reducer
        .reduce(payload, request(intent), TimeBudget.of(Duration.ofMinutes(1)))
        .orElseThrow();
  }

  private static Payload payload(JsonNode value) {
    return Payload.json(RawJson.of(value));
  }

  private static Payload payload(String json) {
    return Payload.json(RawJson.wrap(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static OutputReducer.Request request(String intent) {
    return new OutputReducer.Request(200_000, Optional.of(intent), Session.local());
  }
}
