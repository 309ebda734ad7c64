package io.gatemini.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.testing.Table;
import io.gatemini.testing.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class EnglishAnalyzerTest {
  private static final Pattern BETWEEN_RUNS = Pattern.compile("[\\x00-\\x7F&&[^A-Za-z0-9]]+");

  private final EnglishAnalyzer analyzer = new EnglishAnalyzer();

  @Table(
      """
      search the web for me please | search web
      Searching, searched, searches | search search search
      list_files | list file
      listFiles | list file
      the user's repositories | user repositori
      I don't want it |
      获取weather数据 | 获取 weather 数据
      oauth2 | oauth2 oauth
      größere Dateien | großere dateien
      """)
  void givesTheStemsOfTellingWords(String text, String tokens) {
    assertThat(analyzer.tokens(text))
        .isEqualTo(tokens == null ? List.of() : List.of(tokens.split(" ")));
  }

  @Test
  void tellsTheWordOfEachStem() {
    assertThat(analyzer.analyze("queries of Databases"))
        .containsExactly(new Token("queries", "queri"), new Token("databases", "databas"));
  }

  @Test
  void leavesDataOut() {
    String hash = "f".repeat(65);

    assertThat(analyzer.tokens("verify " + hash + " now")).containsExactly("verifi");
    assertThat(analyzer.tokens(hash.substring(1))).hasSize(1);
  }

  @Property
  void tokensAreTheTermsOfWhatItAnalyzes(@ForAll @StringLength(max = 60) String text) {
    assertThat(analyzer.tokens(text))
        .isEqualTo(analyzer.analyze(text).stream().map(Token::term).toList())
        .allMatch(term -> !term.isBlank());
  }

  @Property
  void readsEachRunAlone(@ForAll("texts") String text) {
    List<String> ofRuns = new ArrayList<>();
    for (String run : BETWEEN_RUNS.splitAsStream(text).toList()) {
      List<String> terms = analyzer.tokens(run);
      ofRuns.addAll(terms);
      if (run.chars().allMatch(c -> c < 0x80)) {
        assertThat(terms)
            .allMatch(term -> run.toLowerCase(Locale.ROOT).contains(analyzer.trace(term)));
      }
    }

    assertThat(analyzer.tokens(text)).isEqualTo(ofRuns);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            Words.of(
                """
                user's | User’s | HTTPServer | errors | Flies | oauth2 | x86 | Größe | e\u0301
                \u0301 | 获取 | ガー | ﬁle | ` ` | _ | - | ' | . | 's | \u00a0 | 😀\ufe0f | ABC
                """));
    return pieces.list().ofMaxSize(12).map(parts -> String.join("", parts));
  }
}
