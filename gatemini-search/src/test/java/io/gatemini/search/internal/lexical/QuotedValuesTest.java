package io.gatemini.search.internal.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedValuesTest {
  @Table(
      """
      count the rows of 'shop.orders' | count the rows of
      say "hello, world" to Ann | say   to Ann
      run `rm -rf` now | run   now
      read {path} and ${home} | read   and
      send to <ann@example.org> | send to
      open “My Report” please | open   please
      查询「天气」数据 | 查询 数据
      'a' and 'b' | and
      """)
  void takesTheValuesOut(String text, String task) {
    assertThat(QuotedValues.without(text).strip()).isEqualTo(task);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "don't list the users' files, it's slow",
        "the dogs' and cats' food",
        "what's Ann's and Bob's balance",
        "l'été d'une année où l'on n'a qu'un mois",
        "комп'ютер і м'яч та п'ять",
        "unclosed \"quote of a task",
        "unclosed 'quote of a task",
        "unclosed {brace and <bracket",
        "no closing on\n\"this\nline\" of it",
        "3 < 5",
        "",
        "plain words",
      })
  void leavesATaskWithoutValuesAlone(String text) {
    assertThat(QuotedValues.without(text)).isEqualTo(text);
  }

  @Values("\"find the weather\" | ` 'web search' ` | <a> \"b\" {c}")
  void keepsATextThatIsOneValue(String text) {
    assertThat(QuotedValues.without(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'", "\"", "`", "{", "<", "“", "'a ", "\"a\" ", "{<'`\"", "${", "'\n", " '"})
  void takesTimeInProportion(String part) {
    String text = part.repeat(200_000 / part.length());

    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> QuotedValues.without(text));
  }
}
