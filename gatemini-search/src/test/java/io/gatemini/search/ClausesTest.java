package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.TextAnalyzer;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClausesTest {
  private final TextAnalyzer analyzer = new EnglishAnalyzer();

  private List<String> clauses(String text) {
    return Clauses.of(text, analyzer).stream()
        .map(part -> part.strip().replaceAll("\\s+", " "))
        .toList();
  }

  @Table(
      """
      find cheap flights Oslo. Book hotel room nearby | find cheap flights Oslo | Book hotel \
      room nearby
      find cheap flights Oslo, book hotel room nearby | find cheap flights Oslo | book hotel \
      room nearby
      find cheap flights Oslo; book hotel room nearby | find cheap flights Oslo | book hotel \
      room nearby
      find cheap flights Oslo and book hotel room nearby | find cheap flights Oslo | book hotel \
      room nearby
      find cheap flights Oslo AND THEN book hotel room nearby | find cheap flights Oslo | book \
      hotel room nearby
      find cheap flights Oslo, and then book hotel room nearby | find cheap flights Oslo | and \
      book hotel room nearby
      find cheap flights Oslo as well as hotel room nearby | find cheap flights Oslo | hotel \
      room nearby
      find cheap flights Oslo and also book hotel room nearby | find cheap flights Oslo | book \
      hotel room nearby
      查询北京天气。发送电子邮件 | 查询北京天气 | 发送电子邮件
      查询北京天气，发送电子邮件 | 查询北京天气 | 发送电子邮件
      東京の天気を調べる。メールを送信する | 東京の天気を調べる | メールを送信する
      東京の天気を調べる、メールを送信する | 東京の天気を調べる | メールを送信する
      """)
  void splitsATask(String text, String first, String second) {
    assertThat(clauses(text)).containsExactly(first, second);
  }

  @Test
  void splitsAtTheEndsOfLines() {
    assertThat(clauses("find cheap flights Oslo\nbook hotel room nearby\n\n\nmail ticket list"))
        .containsExactly("find cheap flights Oslo", "book hotel room nearby", "mail ticket list");
  }

  @Values(
      """
      `` | ` ` | , | ... | search the web | salt and pepper | read, write, files
      version 2.5.1 changelog | thenceforth sandy expand commands | and and and
      find cheap flights to Oslo and mail | 查询天气，谢谢
      """)
  void leavesOneTaskWhole(String text) {
    assertThat(clauses(text)).isEmpty();
  }

  @Test
  void joinsShortPartsToTheNext() {
    assertThat(clauses("please, now, find cheap flights, then book hotel room nearby"))
        .containsExactly("please now find cheap flights", "then book hotel room nearby");
  }

  @Test
  void joinsAShortTailToTheLast() {
    assertThat(clauses("find cheap flights Oslo, book hotel room nearby, thanks"))
        .containsExactly("find cheap flights Oslo", "book hotel room nearby thanks");
  }

  @Test
  void leavesTheRestInTheEighthPart() {
    String text = "alpha beta gamma, ".repeat(20);

    assertThat(clauses(text)).hasSize(8);
    assertThat(clauses(text).get(7)).contains("alpha beta gamma, alpha");
  }

  /** Each separator must not read again what stands before it. */
  @Values("a, | the, | , | `. ` | ` and ` | `and ` | 。 | 天，")
  void readsATextOnce(String part) {
    String text = part.repeat(10_000 / part.length());
    AtomicLong read = new AtomicLong();
    TextAnalyzer counting =
        piece -> {
          read.addAndGet(piece.length());
          return analyzer.tokens(piece);
        };

    Clauses.of(text, counting);

    assertThat(read.get()).isLessThanOrEqualTo(4L * text.length());
  }
}
