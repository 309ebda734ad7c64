package io.gatemini.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  @Test
  void escapesWhatBreaksOutOfACell() {
    assertThat(Markdown.line("a|b \\| `c` <d> ![e](f)\ng", 100))
        .isEqualTo("a\\|b \\\\\\| \\`c\\` \\<d> !\\[e\\](f) g");
    assertThat(Markdown.line("list_files", 100)).isEqualTo("list_files");
  }

  @Test
  void cutsBetweenCodePoints() {
    assertThat(Markdown.line("\ud83d\ude00".repeat(10), 3))
        .isEqualTo("\ud83d\ude00".repeat(3) + "...");
  }

  /** GitHub Flavored Markdown, 4.10: a pipe ends a cell unless it is escaped. */
  @Property(tries = 500)
  void aCellStaysOne(@ForAll("hostile") String text) {
    String cell = Markdown.line(text, 200);

    assertThat(cell.lines().count()).isLessThanOrEqualTo(1);
    assertThat(cell.replaceAll("\\\\[\\\\|`<\\[\\]]", "")).doesNotContainPattern("[|`<\\[\\]\\\\]");
    assertThat(StandardCharsets.UTF_16.newEncoder().canEncode(cell)).isTrue();
  }

  /** CommonMark 0.31.2, 4.5: a fence is closed by one that is at least as long. */
  @Property(tries = 500)
  void aFenceHoldsWhatIsInIt(@ForAll("hostile") String text) {
    String fenced = Markdown.fenced("text", text);

    String fence = fenced.substring(0, fenced.indexOf('t'));
    assertThat(fence).matches("`{3,}");
    assertThat(text).doesNotContain(fence);
    assertThat(fenced).isEqualTo(fence + "text\n" + text + "\n" + fence + "\n");
  }

  @Provide
  Arbitrary<String> hostile() {
    return Arbitraries.strings()
        .withChars("|`\\\n\r\t<>[]() a_\u202e\u200b\ud83d\ude00")
        .ofMaxLength(60);
  }
}
