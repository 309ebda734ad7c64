package io.gatemini.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.TextAnalyzer.Token;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnglishAnalyzerTest {
  private final EnglishAnalyzer analyzer = new EnglishAnalyzer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search the web for me please | search web",
        "Searching, searched, searches | search search search",
        "list_files | list file",
        "listFiles | list file",
        "the user's repositories | user repositori",
        "I don't want it | ",
        "获取weather数据 | 获取 weather 数据",
        "oauth2 | oauth2 oauth",
        "größere Dateien | großere dateien",
      })
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
}
