package io.gatemini.text;

import static java.lang.Character.UnicodeScript.INHERITED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.lang.Character.UnicodeScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordSplitterTest {
  private static final int MEGABYTE = 1_000_000;

  /** A hundred times what it takes; time that grows with the square would be minutes. */
  private static final Duration LONG = Duration.ofSeconds(60);

  @ParameterizedTest
  @CsvSource({
    "camelCase, camel case",
    "HTTPServer, http server",
    "getHTTPResponseCode, get http response code",
    "parseJSON, parse json",
    "APIs, apis",
    "listURLs, list urls",
    "PDFs and URLs, pdfs and urls",
    "web_search, web search",
    "code-review, code review",
    "shop.orders.list, shop orders list",
    "READ_FILE, read file",
    "a/b\\c|d, a b c d",
    "oauth2, oauth2 oauth",
    "s3, s3",
    "V2X, v2x",
    "base64, base64 base",
    "base64Encode, base64 base encode",
    "s3Bucket, s3 bucket",
    "EC2Instances, ec2 instances",
    "json2csv, json2csv json csv",
    "ipv6_address, ipv6 ipv address",
    "2024, 2024",
    "v1.2, v1 2",
  })
  void splitsIdentifiers(String text, String words) {
    assertThat(split(text)).containsExactly(words.split(" "));
  }

  @Table(
      """
      the user's files | the user files
      the user’s files | the user files
      the users’ files | the users files
      USER'S | user
      O'Sullivan's | o sullivan
      don't | don t
      user's_name | user name
      about 's | about s
      """)
  void dropsPossessives(String text, String words) {
    assertThat(split(text)).containsExactly(words.split(" "));
  }

  @Pairs(
      """
      Größe -> große | café -> cafe | cafe\u0301 -> cafe | İstanbul -> istanbul | naïveté -> naivete
      Ελλάδα -> ελλαδα | ёлка -> елка | йогурт -> иогурт | Ｗｅｂ２ -> web2 web | ﬁle -> file
      ＨＴＴＰServer -> http server | 𝐰𝐞𝐛 -> web
      """)
  void foldsAccentsAndForms(String text, String words) {
    assertThat(split(text)).containsExactly(words.split(" "));
  }

  /** The vowel signs of Hindi are marks as accents are, and dropping them changes the word. */
  @Values("हिन्दी | खोजें | தேடல் | 검색 | поиск | חיפוש | بحث")
  void keepsWordsOfOtherScriptsWhole(String word) {
    assertThat(split(word)).containsExactly(word);
  }

  @Pairs(
      """
      天气 -> 天气 | 获取天气 -> 获取 取天 天气 | 天 -> 天 | 检索、天气 -> 检索 天气 | データ -> デー ータ | がくせい -> がく くせ せい
      ｶﾞｯｺｳ -> ガッ ッコ コウ | 获取weather数据 -> 获取 weather 数据 | PDFを読む -> pdf を読 読む | 𠮷野家 -> 𠮷野 野家
      file名2 -> file 名 2
      """)
  void tellsScriptsWithoutSpacesInPairs(String text, String words) {
    assertThat(split(text)).containsExactly(words.split(" "));
  }

  @Test
  void tellsThaiInPairs() {
    assertThat(split("ค้นหา")).hasSize(4).allMatch(pair -> pair.codePointCount(0, 2) == 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\t\r\n",
        "...",
        "_-_",
        "\u0000",
        "😀",
        "👩‍💻🎉",
        "❤️",
        "⚙️☁️",
        "\uFE0F",
        "\u200D",
        "\uD83D",
        "\uDE00",
        "\uDE00\uD83D",
        "\uFFFF",
        "\u0301",
        "'",
        "’’"
      })
  void findsNoWordWhereThereIsNone(String text) {
    assertThat(split(text)).isEmpty();
  }

  @Pairs(
      """
      send ✉️ mail -> send mail | a\uD83Db -> a b | 葛\uDB40\uDD00城 -> 葛城 | ok\uFE0F -> ok
      2\u1AB0auth -> 2\u1AB0auth auth
      """)
  void takesWordsFromBetween(String text, String words) {
    assertThat(split(text)).containsExactly(words.split(" "));
  }

  @Property(tries = 2_000)
  void tellsLowerCaseWordsOfAnyText(@ForAll("texts") String text) {
    for (String word : split(text)) {
      assertThat(word).isNotEmpty().isEqualTo(word.toLowerCase(Locale.ROOT));
      assertThat(word.chars()).noneMatch(Character::isWhitespace);
      assertThat(UnicodeScript.of(word.codePointAt(0))).as(word).isNotEqualTo(INHERITED);
    }
  }

  /** A word finds a text by the form that the index has. */
  @Property(tries = 2_000)
  void splitsItsOwnWordsNoFurther(@ForAll("texts") String text) {
    for (String word : split(text)) {
      // A pair of Thai characters may begin with the mark of the letter before it.
      if (Character.isLetterOrDigit(word.codePointAt(0))) {
        assertThat(split(word)).startsWith(word);
      }
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> parts =
        Arbitraries.of(
            "get", "HTTP", "Server", "APIs", "_", "-", ".", " ", "'s", "2", "64", "é", "\u0301",
            "天", "气", "ー", "ค้", "हिन्दी", "검색", "😀", "\uFE0F", "\uD83D", "\uDE00", "ß", "İ", "Σ",
            "ＡＢ", "ﬁ");
    return Arbitraries.oneOf(
        parts.list().ofMaxSize(12).map(list -> String.join("", list)),
        Arbitraries.strings().all().ofMaxLength(30),
        Arbitraries.strings().ofMaxLength(30));
  }

  @Values("a | A | aA | 1 | a1 | ` ` | ' | 's | _ | 天 | é | \u0301 | `ＡA ` | \uD83D")
  void takesTimeInProportion(String part) {
    String text = part.repeat(MEGABYTE / part.length());

    Assertions.assertTimeoutPreemptively(LONG, () -> WordSplitter.split(text, word -> {}));
  }

  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    WordSplitter.split(text, words::add);
    return words;
  }
}
