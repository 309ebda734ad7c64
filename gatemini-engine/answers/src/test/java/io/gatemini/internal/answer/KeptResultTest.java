package io.gatemini.internal.answer;

import static io.gatemini.testing.Thrown.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.StoredResult;
import io.gatemini.StoredResult.Match;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import io.gatemini.text.EnglishAnalyzer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeptResultTest {
  private static final String ORDERS =
      "{\"orders\":[{\"id\":1,\"customer\":\"Alice Munro\",\"state\":\"refunded\"},"
          + "{\"id\":2,\"customer\":\"Bob\",\"state\":\"open\"},"
          + "{\"id\":3,\"customer\":\"Alice B.\",\"state\":\"open\",\"a/b\":{\"~\":[true]}}],"
          + "\"note\":\"two are open\"}";

  private static StoredResult json(String text) {
    return kept(RawJson.wrap(text.getBytes(UTF_8)), 1_000);
  }

  private static StoredResult text(String text) {
    return kept(RawJson.ofValue(text), 256);
  }

  private static StoredResult kept(RawJson value, int pageSize) {
    return KeptResult.of("k3v9x2m1qa", value, pageSize, new EnglishAnalyzer());
  }

  @Test
  void isATextAsAnAgentReadsIt() {
    StoredResult result = text("a \"quoted\" é\n\tline\n");

    assertThat(result.isText()).isTrue();
    assertThat(result.text()).isEqualTo("a \"quoted\" é\n\tline\n");
    assertThat(result.sizeBytes()).isEqualTo(20);
    assertThat(result.json()).isEqualTo(RawJson.ofValue(result.text()));
    assertThat(result.id()).isEqualTo("k3v9x2m1qa");
  }

  @Test
  void isJsonAsItWasWritten() {
    StoredResult result = json(" {\r\n \"a\": 1.0}\n");

    assertThat(result.isText()).isFalse();
    assertThat(result.text()).isEqualTo(" {\r\n \"a\": 1.0}\n");
    assertThat(result.sizeBytes()).isEqualTo(15);
  }

  @Test
  void hasPartsByPointerAndByLabel() {
    StoredResult result = json(ORDERS);

    assertThat(result.at("")).isSameAs(result);
    assertThat(result.at("/orders/1/id").text()).isEqualTo("2");
    assertThat(result.at("/orders/2/a~1b/~0/0").json()).hasToString("true");
    assertThat(result.at("orders > [0-1]").json().tree()).hasSize(2);
    assertThat(result.at("orders > [0-1]").at("[1] > state").text()).isEqualTo("open");
    assertThat(result.at("/note").isText()).isTrue();
    assertThat(result.at("/note").text()).isEqualTo("two are open");
    assertThat(result.at("/note").id()).isEqualTo(result.id());
  }

  @Table(
      """
      /orders/3 | there is nothing at "/orders/3"; "/orders" is an array with items 0 to 2
      /orders/0/customr | "/orders/0" is an object; did you mean its member "customer"?
      /orders/0/id/x/y | "/orders/0/id" is a single value
      /elsewhere/0 | the whole is an object with "orders", "note"
      orders > [7] > id | there is nothing at "orders > [7] > id"; "orders" is an array with \
      items 0 to 2
      orders > [0] > nam | "orders > [0]" is an object with "id", "customer", "state"
      nothing | the whole is an object with
      orders/0 | the whole is an object; did you mean its member "orders"?
      """)
  void tellsTheNearestPlaceThatThereIs(String path, String message) {
    assertThrown(InvalidArgumentsException.class, () -> json(ORDERS).at(path))
        .hasMessageContaining(message);
  }

  @Test
  void doesNotLookForThePlacesAroundAnEndlessPath() {
    String path = "/a".repeat(1_000_000);

    assertThrown(InvalidArgumentsException.class, () -> json(ORDERS).at(path))
        .hasMessage("there is nothing at \"" + "/a".repeat(100) + "...\"");
  }

  @Test
  void hasNoPathsWhereItIsAText() {
    assertThrown(InvalidArgumentsException.class, () -> text("a\nb").at("/0"))
        .hasMessage("the result is a text and has no paths; it has lines 1 to 2 and pages 1 to 1");
  }

  @Test
  void hasLinesOfATextAsTheyAre() {
    StoredResult result = text("one\r\ntwo\n\nfour");

    assertThat(result.lineCount()).isEqualTo(4);
    assertThat(result.lines(1, 1)).isEqualTo("one\r");
    assertThat(result.lines(2, 4)).isEqualTo("two\n\nfour");
    assertThat(result.lines(3, 3)).isEmpty();
    assertThat(result.lines(3, 99)).isEqualTo("\nfour");
    assertThat(text("one\n").lineCount()).isEqualTo(1);
  }

  @Pairs("0 -> 1 | 2 -> 1 | 5 -> 9 | -1 -> 3")
  void tellsWhichLinesThereAre(int from, int to) {
    assertThrown(InvalidArgumentsException.class, () -> text("1\n2\n3\n4").lines(from, to))
        .hasMessage("there are no lines " + from + " to " + to + "; the result has lines 1 to 4");
    assertThatThrownBy(() -> text("").lines(1, 1)).hasMessageContaining("the result is empty");
  }

  @Test
  void keepsTheLinesThatJsonWasWrittenOn() {
    StoredResult result = json("{\n  \"a\": [1,\n 2]\n}\n");

    assertThat(result.lineCount()).isEqualTo(4);
    assertThat(result.lines(2, 3)).isEqualTo("  \"a\": [1,\n 2]");
  }

  @Test
  void laysJsonOutThatWasWrittenOnOneLine() {
    StoredResult result = json(ORDERS);

    assertThat(result.lines(1, result.lineCount()))
        .isEqualTo(
            """
            {
              "orders":[
                {"id":1,"customer":"Alice Munro","state":"refunded"},
                {"id":2,"customer":"Bob","state":"open"},
                {"id":3,"customer":"Alice B.","state":"open","a/b":{"~":[true]}}
              ],
              "note":"two are open"
            }\
            """);
    assertThat(result.lines(4, 6))
        .isEqualTo(
            "    {\"id\":2,\"customer\":\"Bob\",\"state\":\"open\"},\n"
                + "    {\"id\":3,\"customer\":\"Alice"
                + " B.\",\"state\":\"open\",\"a/b\":{\"~\":[true]}}\n"
                + "  ],");
    assertThat(json("[]").lines(1, 1)).isEqualTo("[]");
    assertThat(json("7").lineCount()).isEqualTo(1);
  }

  @Property(tries = 200)
  void laysOutTheSameValue(@ForAll long seed) {
    RawJson value = RawJson.of(new RandomJson(seed).container());

    StoredResult result = kept(value, 256);

    int count = result.lineCount();
    List<String> lines = new ArrayList<>();
    for (int line = 1; line <= count; line++) {
      lines.add(result.lines(line, line));
    }
    assertThat(String.join("\n", lines)).isEqualTo(result.lines(1, count));
    assertThat(RawJson.parse(result.lines(1, count))).isEqualTo(RawJson.parse(value.toString()));
  }

  @Property(tries = 500)
  void pagesTogetherAreTheTextByteForByte(
      @ForAll("texts") String text, @ForAll @IntRange(min = 4, max = 40) int pageSize) {
    StoredResult result = kept(RawJson.ofValue(text), pageSize);

    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int page = 1; page <= result.pages(); page++) {
      byte[] utf8 = result.page(page).getBytes(UTF_8);
      assertThat(utf8).hasSizeLessThanOrEqualTo(pageSize);
      assertThat(utf8.length > 0 || text.isEmpty()).isTrue();
      all.writeBytes(utf8);
    }
    assertThat(all.toByteArray()).isEqualTo(text.getBytes(UTF_8));
  }

  @Provide
  static Arbitrary<String> texts() {
    return Arbitraries.of("a", "word ", "\n", "\n\n", "é", "中文", "😀", "x".repeat(50))
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Test
  void cutsPagesBehindLinesWhereItCan() {
    StoredResult result = kept(RawJson.ofValue("aaaa\nbbbb\ncccccccccccccccc\nd"), 10);

    assertThat(result.pages()).isEqualTo(3);
    assertThat(result.page(1)).isEqualTo("aaaa\nbbbb\n");
    assertThat(result.page(2)).isEqualTo("cccccccccc");
    assertThat(result.page(3)).isEqualTo("cccccc\nd");
    assertThrown(InvalidArgumentsException.class, () -> result.page(7))
        .hasMessage("there is no page 7; the result has pages 1 to 3");
    assertThrown(InvalidArgumentsException.class, () -> result.page(0));
    assertThat(text("").page(1)).isEmpty();
  }

  @Test
  void findsTheLinesThatHaveAllOfTheWords() {
    StoredResult result =
        text("one error\nERROR in billing\nbilling is fine\nno errors of billings");

    assertThat(result.search("error billing").matches())
        .extracting(match -> match.line().orElseThrow() + " " + match.text())
        .containsExactly("2 ERROR in billing", "4 no errors of billings");
    assertThat(result.search("errors").total()).isEqualTo(3);
    assertThat(result.search("the billing of").total())
        .as("words that all texts have")
        .isEqualTo(3);
    assertThat(result.search("fine error").matches()).as("where none has all").hasSize(4);
    assertThat(result.search("nowhere").matches()).isEmpty();
    assertThrown(InvalidArgumentsException.class, () -> result.search("  "))
        .hasMessage("search takes from 1 to 30 words, not 0");
  }

  @Test
  void showsALongLineAroundTheWord() {
    StoredResult result = text("😀".repeat(5_000) + "needle" + "😀".repeat(5_000));

    Match match = result.search("NEEDLE").matches().get(0);

    assertThat(match.text()).contains("needle").startsWith("…").endsWith("…");
    assertThat(match.text().length()).isLessThanOrEqualTo(302);
    assertThat(match.text().getBytes(UTF_8)).as("no half character").doesNotContain((byte) '?');
    assertThat(match.isWhole()).isFalse();
    assertThat(match.sizeBytes()).isEqualTo(40_006);
  }

  @Test
  void boundsWhatItFinds() {
    StoredResult many = text("needle\n".repeat(1_000));
    StoredResult large = text(("needle" + "x".repeat(100) + "\n").repeat(1_000));

    assertThat(many.search("needle").total()).isEqualTo(1_000);
    assertThat(many.search("needle").matches()).hasSizeBetween(40, 50);
    assertThat(large.search("needle").total()).isEqualTo(1_000);
    assertThat(large.search("needle").matches()).hasSize(2);
  }

  @Test
  void findsTheSmallestValuesThatHaveAllOfTheWords() {
    StoredResult result = json(ORDERS);

    assertThat(result.search("alice open").matches())
        .extracting(Match::path)
        .containsExactly("/orders/2");
    assertThat(result.search("open alice").matches().get(0).text())
        .isEqualTo(
            "{\"id\":3,\"customer\":\"Alice B.\",\"state\":\"open\",\"a/b\":{\"~\":[true]}}");
    assertThat(result.search("open").matches())
        .extracting(Match::path)
        .as("a text is shown with the object around it")
        .containsExactly("/orders/1", "/orders/2", "/note");
    assertThat(result.search("true").matches())
        .extracting(Match::path)
        .containsExactly("/orders/2/a~1b/~0/0");
    assertThat(result.search("nowhere").total()).isZero();
  }

  @Test
  void findsNamesOfWhatIsLarge() {
    StoredResult result =
        json(
            "{\"people\":["
                + "{\"n\":\"x\"},".repeat(2_000)
                + "1],\"rest\":\""
                + "y".repeat(2_000)
                + "needle\"}");

    Match people = result.search("people").matches().get(0);
    Match rest = result.search("needle").matches().get(0);

    assertThat(people.path()).isEqualTo("/people");
    assertThat(people.text()).isEmpty();
    assertThat(people.sizeBytes()).isEqualTo(20_003);
    assertThat(rest.path()).isEqualTo("/rest");
    assertThat(rest.text()).startsWith("…").endsWith("needle");
    assertThat(rest.isWhole()).isFalse();
  }

  /** A match can be read where it was found. */
  @Property(tries = 200)
  void everythingFoundIsWhereItSays(@ForAll long seed) {
    StoredResult result = kept(RawJson.of(new RandomJson(seed).container()), 100_000);

    for (Match match : result.search("word long").matches()) {
      if (match.isWhole()) {
        assertThat(result.at(match.path()).json()).hasToString(match.text());
      }
    }
  }

  @Test
  void isReadByLinesAndPagesWhereItIsNoProperJson() {
    StoredResult result = json("{\"a\":[1,2");

    assertThrown(InvalidArgumentsException.class, () -> result.at("/a"));
    assertThat(result.lines(1, 1)).isEqualTo("{\"a\":[1,2");
    assertThat(result.page(1)).isEqualTo(result.text());
    assertThat(result.search("a").matches().get(0).line()).hasValue(1);
  }

  @Test
  void takesAHugeResultAndADeepOne() {
    String row = "{\"id\":12345,\"name\":\"somebody\",\"note\":\"nothing of note\"},";
    StoredResult huge = json("[" + row.repeat(200_000) + "{\"id\":7,\"name\":\"needle\"}]");
    StoredResult deep = json("[".repeat(2_000) + "\"needle\"" + "]".repeat(2_000));

    assertThat(huge.at("/200000/name").text()).isEqualTo("needle");
    assertThat(huge.search("needle").matches()).extracting(Match::path).containsExactly("/200000");
    assertThat(huge.lineCount()).isEqualTo(200_003);
    assertThat(huge.lines(200_002, 200_003)).isEqualTo("  {\"id\":7,\"name\":\"needle\"}\n]");
    assertThat(huge.page(huge.pages())).endsWith("\"needle\"}]");
    assertThat(deep.search("needle").matches().get(0).path()).hasSize(4_000);
    assertThat(deep.lines(1, 1)).isEqualTo("[");
    assertThat(deep.lineCount()).isGreaterThan(3_000);
  }
}
