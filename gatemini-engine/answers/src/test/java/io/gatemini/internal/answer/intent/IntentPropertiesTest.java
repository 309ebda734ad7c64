package io.gatemini.internal.answer.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.EnglishAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;

class IntentPropertiesTest {
  private static final Pattern LINES =
      Pattern.compile("\\[\\.\\.\\. (\\d+) lines?(?:: .*)? \\.\\.\\.]");
  private static final Pattern MARKER =
      Pattern.compile(" ?\\[\\.\\.\\. \\d+ (?:line|character)s?(?:: [^\n]*)? \\.\\.\\.] ?");

  private static final EnglishAnalyzer ENGLISH = new EnglishAnalyzer();

  /** Gives no tokens, so that every text is read. */
  private static final TextAnalyzer UNTRACED =
      new TextAnalyzer() {
        @Override
        public List<String> tokens(String text) {
          return ENGLISH.tokens(text);
        }
      };

  private final IntentReducer reducer =
      new IntentReducer(() -> OutputConfig.defaults().intentThreshold(0).chunkTarget(256), ENGLISH);

  @Property(tries = 1_000)
  void keepsLinesInOrderAndCountsTheOthers(
      @ForAll("texts") String text,
      @ForAll("intents") String intent,
      @ForAll @IntRange(min = 50, max = 3_000) int max) {
    Payload filtered = filter(Payload.text(text), intent, max);

    List<String> original = text.lines().toList();
    int at = 0;
    int counted = 0;
    for (String line : filtered.text().lines().toList()) {
      Matcher marker = LINES.matcher(line);
      if (marker.matches()) {
        counted += Integer.parseInt(marker.group(1));
        continue;
      }
      while (at < original.size() && !original.get(at).equals(line)) {
        at++;
      }
      assertThat(at).as("no such line any more: %s", line).isLessThan(original.size());
      at++;
      counted++;
    }
    assertThat(counted).isEqualTo(original.size());
    assertThat(filtered.sizeBytes()).isLessThanOrEqualTo(Payload.text(text).sizeBytes());
  }

  @Property(tries = 500)
  void showsPartsOfLongLinesInOrder(
      @ForAll("longLines") String text, @ForAll("intents") String intent) {
    Payload filtered = filter(Payload.text(text), intent, 100_000);

    int at = 0;
    for (String part : MARKER.splitAsStream(filtered.text()).toList()) {
      int found = text.indexOf(part.strip(), at);
      assertThat(found).as("not there any more: %s", part).isNotNegative();
      at = found + part.strip().length();
    }
    assertThat(filtered.sizeBytes()).isLessThanOrEqualTo(Payload.text(text).sizeBytes());
  }

  @Property(tries = 1_000)
  void keepsPartsOfAJsonValueThatAreJson(
      @ForAll long seed,
      @ForAll("intents") String intent,
      @ForAll @IntRange(min = 50, max = 3_000) int max) {
    JsonNode tree = tree(new Random(seed), 0);
    RawJson json = RawJson.wrap(tree.toPrettyString().getBytes(StandardCharsets.UTF_8));

    Payload filtered = filter(Payload.json(json), intent, max);

    Statistics.label("members were left out inside")
        .collect(filtered.notes().toString().contains(", "));
    assertThat(isPart(filtered.json().orElseThrow(), tree)).isTrue();
    assertThat(filtered.sizeBytes()).isLessThanOrEqualTo(json.length());
  }

  /** Passing over what cannot have a term finds what reading everything finds. */
  @Property(tries = 2_000)
  void findsTheSameTermsAsReadingEverything(
      @ForAll("pieces") String intent, @ForAll @Size(max = 3) List<@From("pieces") String> texts) {
    IntentTerms terms = IntentTerms.of(intent, ENGLISH);
    IntentTerms read = IntentTerms.of(intent, UNTRACED);
    for (String text : texts) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

      int expected = read.in(IntentTerms.Source.of(text), 0, text.length());

      assertThat(terms.in(IntentTerms.Source.of(text), 0, text.length())).isEqualTo(expected);
      assertThat(terms.in(IntentTerms.Source.of(utf8), 0, utf8.length)).isEqualTo(expected);
    }
  }

  @Property(tries = 500)
  void readsEscapesAsJacksonDoes(@ForAll("pieces") String text) {
    for (String written :
        List.of(
            JsonNodeFactory.instance.textNode(text).toString(),
            "\"" + unicodeEscapes(text) + "\"")) {
      byte[] utf8 = written.getBytes(StandardCharsets.UTF_8);

      String resolved = JsonTerms.resolved(utf8, 1, utf8.length - 1);

      assertThat(resolved).isEqualTo(text.replaceAll("[\\n\\t]", " "));
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> line =
        Arbitraries.of(
                ("error¦order¦  ¦\t¦payment¦# ¦## ¦---¦===¦| a | b |¦name:¦}¦{¦```¦größe¦天気"
                        + "¦plain words that say nothing ¦x1 ")
                    .split("¦", -1))
            .list()
            .ofMaxSize(6)
            .map(parts -> String.join("", parts));
    return line.list()
        .ofMinSize(1)
        .ofMaxSize(150)
        .flatMap(lines -> Arbitraries.of("\n", "\r\n").map(end -> String.join(end, lines)))
        .flatMap(text -> Arbitraries.of(text, text + "\n"));
  }

  @Provide
  Arbitrary<String> longLines() {
    return Arbitraries.of(
            "error ",
            "order. ",
            "payment;",
            "filler words here ".repeat(20),
            "x".repeat(700),
            "天気".repeat(200),
            "😀".repeat(300),
            "\n")
        .list()
        .ofMinSize(1)
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> intents() {
    return Arbitraries.of("errors", "order", "payments", "größe", "天気", "x1", "kangaroo", "name")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(words -> String.join(" ", words));
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            ("error¦Errors¦happily¦happy¦visibility¦HTTPServer¦server¦oauth2¦Größe"
                    + "¦gro\u0308ße¦天気予報¦天¦ガ¦user's¦’s¦x¦r¦4711¦ ¦_¦-¦\n¦\t¦\"¦\\¦/¦a1b2¦ﬁle¦file"
                    + "¦\u00a0¦😀¦"
                    + "e".repeat(70))
                .split("¦", -1))
        .list()
        .ofMaxSize(10)
        .map(parts -> String.join("", parts));
  }

  private Payload filter(Payload payload, String intent, int max) {
    OutputReducer.Request request =
        new OutputReducer.Request(max, Optional.of(intent), Session.local());
    return reducer.reduce(payload, request).orElse(payload);
  }

  /** Whether a value is another one without some of its items and members. */
  private static boolean isPart(JsonNode part, JsonNode whole) {
    if (part.isObject() && whole.isObject()) {
      return part.properties().stream()
          .allMatch(
              member ->
                  whole.has(member.getKey())
                      && isPart(member.getValue(), whole.get(member.getKey())));
    }
    if (part.isArray() && whole.isArray()) {
      Iterator<JsonNode> items = whole.iterator();
      for (JsonNode item : part) {
        boolean found = false;
        while (!found && items.hasNext()) {
          found = isPart(item, items.next());
        }
        if (!found) {
          return false;
        }
      }
      return true;
    }
    return part.equals(whole);
  }

  private static JsonNode tree(Random random, int depth) {
    String[] words = {
      "error", "order \"x\"", "payment\\", "größe", "天気", "nothing", "id", "name", "other", "more",
      "filler", "text", "value", "else", "some", "any", "list", "of", "words", "that"
    };
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    int kind = depth < 2 ? 4 + random.nextInt(2) : random.nextInt(depth > 4 ? 4 : 6);
    if (kind == 4) {
      ArrayNode array = nodes.arrayNode();
      for (int i = random.nextInt(12); i > 0; i--) {
        array.add(tree(random, depth + 1));
      }
      return array;
    }
    if (kind == 5) {
      ObjectNode object = nodes.objectNode();
      for (int i = random.nextInt(7); i > 0; i--) {
        object.set(words[random.nextInt(words.length)], tree(random, depth + 1));
      }
      return object;
    }
    return switch (kind) {
      case 0 -> nodes.numberNode(random.nextInt());
      case 1 -> nodes.booleanNode(random.nextBoolean());
      default ->
          nodes.textNode((words[random.nextInt(words.length)] + " ").repeat(random.nextInt(12)));
    };
  }

  private static String unicodeEscapes(String text) {
    StringBuilder escapes = new StringBuilder();
    text.replaceAll("[\\n\\t]", " ")
        .chars()
        .forEach(c -> escapes.append(String.format("\\u%04x", c)));
    return escapes.toString();
  }
}
