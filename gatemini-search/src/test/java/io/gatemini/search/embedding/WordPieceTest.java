package io.gatemini.search.embedding;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordPieceTest {
  private static final List<String> VOCABULARY =
      List.of(
          Words.of(
              """
              [UNK] | a | web | search | ##s | ##es | read | file | ##name | un | ##aff | ##able
              cafe | ! | - | _ | 2 | ##2 | java | ##script | javascript | 你 | 好 | привет | سلام | i
              web search | read file | na | ##na | ba | 한 | σας
              """));

  private final WordPiece wordPiece = WordPiece.of(VOCABULARY);

  private List<String> pieces(CharSequence text) {
    return Arrays.stream(wordPiece.encode(text)).mapToObj(VOCABULARY::get).toList();
  }

  /** The first two expectations are those of BERT's own and of the Hugging Face tests. */
  @ParameterizedTest
  @CsvSource({
    "unaffable, un ##aff ##able",
    "banana, ba ##na ##na",
    "searches, search ##es",
    "Filenames!, file ##name ##s !",
    "a-a, a - a",
    "Café, cafe",
    "CAFE\u0301, cafe",
    "你好, 你 好",
    "web你search, web 你 search",
    "Привет, привет",
    "سَلَام, سلام",
    "İ, i",
    "ΣΑΣ, ''",
    "java\u200Dscript, javascript",
    "re\u00ADad, read",
    "web\u3000file, web file",
    "👩\u200D💻 file, file",
    "\uD83D file, file",
    "fi\uDC00le, file",
    "fi\u0000le, file",
    "'[UNK] a', a"
  })
  void splitsAsBertDoes(String text, String expected) {
    assertThat(String.join(" ", pieces(text))).isEqualTo(expected);
  }

  @Test
  void takesTheLongestEntryFirst() {
    assertThat(pieces("javascript java")).containsExactly("javascript", "java");
  }

  @Test
  void yieldsNothingForAWordThatCannotBeCovered() {
    assertThat(pieces("read readx file2 xread")).containsExactly("read", "file", "##2");
  }

  @Test
  void dropsWordsOfMoreThanHundredCharacters() {
    String hundred = "ba" + "na".repeat(49);

    assertThat(wordPiece.encode(hundred)).hasSize(50);
    assertThat(wordPiece.encode("ba" + hundred)).isEmpty();
  }

  @Test
  void addsThePairOfTwoWordsThatStandSideBySide() {
    assertThat(pieces("Web \t search")).containsExactly("web", "search", "web search");
    assertThat(pieces("web! search, web search file"))
        .containsExactly("web", "!", "search", "web", "search", "web search", "file");
    assertThat(pieces("web searches")).containsExactly("web", "search", "##es");
  }

  @Test
  void splitsIdentifiersUnlessTheyAreWords() {
    int[] split = wordPiece.encodeIdentifiers("webSearch read_file JavaScript");

    assertThat(Arrays.stream(split).mapToObj(VOCABULARY::get))
        .containsExactly("web", "search", "web search", "read", "file", "read file", "javascript");
  }

  @Test
  void stopsAtTheLimit() {
    assertThat(wordPiece.encode("banana banana", 4)).hasSize(4);
    assertThat(wordPiece.encode("banana", 2)).containsExactly(wordPiece.encode("bana"));
  }

  @Test
  void knowsWholeWordsOnly() {
    assertThat(wordPiece.knowsWord("search")).isTrue();
    assertThat(wordPiece.knowsWord("searc")).isFalse();
    assertThat(wordPiece.knowsWord("##s")).isFalse();
    assertThat(wordPiece.knowsWord("web search")).isFalse();
    assertThat(wordPiece.knowsWord("")).isFalse();
  }

  @Test
  void refusesATokenThatIsThereTwice() {
    List<String> twice = List.of("a", "b", "a");

    assertThrown(IllegalArgumentException.class, () -> WordPiece.of(twice))
        .hasMessageContaining("\"a\"");
  }

  @Test
  void findsNothingInAnEmptyVocabulary() {
    assertThat(WordPiece.of(List.of()).encode("read file")).isEmpty();
  }

  @Property
  void givesValidNumbersForAnyText(@ForAll("texts") String text) {
    int[] rows = wordPiece.encode(text);

    assertThat(rows).isEqualTo(WordPiece.of(VOCABULARY).encode(text));
    for (int row : rows) {
      assertThat(row).isBetween(0, VOCABULARY.size() - 1);
    }
    for (int row : wordPiece.encodeIdentifiers(text)) {
      assertThat(row).isBetween(0, VOCABULARY.size() - 1);
    }
  }

  @Property
  void treatsUpperCaseAsLowerCase(@ForAll("texts") String text) {
    String ascii = text.replaceAll("[^ -~]", "");

    assertThat(wordPiece.encode(ascii.toUpperCase(Locale.ROOT))).isEqualTo(wordPiece.encode(ascii));
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(60);
    Arbitrary<String> words =
        Arbitraries.of(VOCABULARY).list().ofMaxSize(12).map(w -> join(w, " "));
    Arbitrary<String> glued = Arbitraries.of(VOCABULARY).list().ofMaxSize(12).map(w -> join(w, ""));
    return Arbitraries.oneOf(any, words, glued);
  }

  private static String join(List<String> words, String separator) {
    return String.join(separator, words);
  }
}
