package io.gatemini.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTokenEstimatorTest {
  private final BytesTokenEstimator estimator = new BytesTokenEstimator();

  @Test
  void countsFourBytesATokenOfProse() {
    assertThat(estimator.estimate("")).isZero();
    assertThat(estimator.estimate("a")).isEqualTo(1);
    assertThat(estimator.estimate("Reads a file")).isEqualTo(3);
    assertThat(estimator.estimate("Reads a file.")).isEqualTo(4);
    assertThat(estimator.estimate("äöüß".repeat(10))).isEqualTo(20);
  }

  @Test
  void countsThreeAndAHalfBytesATokenOfData() {
    assertThat(estimator.estimate("{\"a\":1}")).isEqualTo(2);
    assertThat(estimator.estimate("[{\"id\":1234,\"title\":\"T\"}]")).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " \n {\"size\": 12}",
        "[1,2,3]",
        "[\"a1b2.acr_registry_list\",\n\"a1b2.acr_registry_repository_list\"]",
        "Answer of 12 KB, shown in part:\n"
            + "[{\"id\":1,\"state\":\"open\"},{\"id\":2,\"state\":\"done\"}]"
      })
  void readsData(String text) {
    assertThat(BytesTokenEstimator.isData(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "{}",
        "{\"name\":\"files.read\",\"backend\":\"files\",\"description\":\"Read a file\"}",
        "[Note 12 of 17] Everything that is said here is said in plain words, without a list",
        "{braces} around a word that begins a sentence of a template do not make it JSON at all",
        "List the issues of a repository, with filters: state, labels, assignee. See also the"
            + " tools.",
        "public static void main(String[] args) throws IOException { new Server(args).run(); }"
      })
  void readsWords(String text) {
    assertThat(BytesTokenEstimator.isData(text)).isFalse();
  }

  @Test
  void readsMoreThanTheBeginning() {
    String prose = "All of this is prose, and there is much of it. ".repeat(20);

    assertThat(BytesTokenEstimator.isData("{\"text\":\"" + prose + "\"}")).isFalse();
    assertThat(BytesTokenEstimator.isData("[" + "{\"id\":1,\"name\":\"x\"},".repeat(100) + "{}]"))
        .isTrue();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(2_000),
        Arbitraries.strings().withChars("{}[]\":,ab 1\u00e9\u4e2d").ofMaxLength(2_000),
        Arbitraries.strings().withChars("abc .,\n").ofMaxLength(2_000));
  }

  @Property
  void aTextWithinTheBytesIsWithinTheTokens(
      @ForAll("texts") String text, @ForAll @LongRange(max = 1_000) long tokens) {
    long bytes = Utf8Size.of(text);

    if (bytes <= estimator.bytesWithin(tokens, Payload.Kind.JSON)) {
      assertThat(estimator.estimate(text)).isLessThanOrEqualTo(tokens);
    }
    if (bytes <= estimator.bytesWithin(tokens, Payload.Kind.TEXT)
        && !BytesTokenEstimator.isData(text)) {
      assertThat(estimator.estimate(text)).isLessThanOrEqualTo(tokens);
    }
  }

  @Property
  void noBudgetIsTooLarge(@ForAll @LongRange(max = Long.MAX_VALUE) long tokens) {
    for (Payload.Kind kind : Payload.Kind.values()) {
      assertThat(estimator.bytesWithin(tokens, kind)).isGreaterThanOrEqualTo(tokens / 2);
      assertThat(estimator.bytesWithin(tokens, kind)).isNotNegative();
    }
  }
}
