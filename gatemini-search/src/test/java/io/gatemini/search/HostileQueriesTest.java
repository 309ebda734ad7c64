package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries without a meaning, over 10,000 tools. A good query takes less than a millisecond of
 * processor time; the bound is far above what a slow machine needs, and far below what time that
 * grows with the square of a query would be.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileQueriesTest {
  private static final Duration BOUND = Duration.ofSeconds(2);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Index index = index();

  /** A fifth of the words are much alike, and share most trigrams. */
  private static Index index() {
    Random random = new Random(3);
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String word = letters(random, 4 + i % 9, i % 5 == 0 ? "ab" : "abcdefghijklmnopqrstuvwxyz");
      tools.add(
          tool(
              "b" + i % 100,
              "search_" + word,
              "Search the " + word + " of an " + letters(random, 6, "aeioulmnrst") + "."));
    }
    return HybridRetriever.of(new EnglishAnalyzer(), StaticModel.bundled().orElseThrow())
        .index(TestCatalog.of(tools), Optional.empty());
  }

  private static String letters(Random random, int count, String of) {
    StringBuilder word = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      word.append(of.charAt(random.nextInt(of.length())));
    }
    return word.toString();
  }

  private static String words(int count, int length, String of) {
    Random random = new Random(count);
    return Stream.generate(() -> letters(random, length, of))
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  static Stream<Named<Supplier<String>>> queries() {
    String alphabet = "abcdefghijklmnopqrstuvwxyz";
    return Stream.of(
        Named.of("10 KB of letters in one", () -> words(1, 10_000, alphabet)),
        Named.of("2,000 words", () -> words(2_000, 5, alphabet)),
        Named.of("64 words of 40 letters", () -> words(64, 40, alphabet)),
        Named.of("a million letters", () -> words(1, 1_000_000, alphabet)),
        Named.of("a megabyte of words", () -> words(150_000, 6, alphabet)),
        Named.of("one letter", () -> "a".repeat(40)),
        Named.of(
            "words of one letter",
            () -> Stream.iterate("aaa", a -> a + "a").limit(37).collect(Collectors.joining(" "))),
        Named.of("words of two letters", () -> words(64, 39, "ab")),
        Named.of("glued words", () -> "abababab".repeat(5)),
        Named.of("quotes", () -> "' \"".repeat(300_000)),
        Named.of("commas", () -> "a,".repeat(500_000)),
        Named.of("clauses", () -> "search the abba and then ".repeat(400)),
        Named.of("words beyond ASCII", () -> words(500, 8, "абвгдежз")),
        Named.of("Chinese", () -> words(1, 10_000, "天气查询城市")),
        Named.of("emoji", () -> "😀".repeat(100_000)),
        Named.of("half emoji", () -> "\uD83D".repeat(100_000)),
        Named.of("capitals", () -> "aB".repeat(5_000)),
        Named.of("accents", () -> "e\u0301".repeat(5_000)));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void answersInBoundedTime(Supplier<String> query) {
    String text = query.get();
    long began = THREADS.getCurrentThreadCpuTime();

    assertThat(index.search(new Query(text, 10, tool -> true, true))).hasSizeLessThanOrEqualTo(10);

    assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - began)).isLessThan(BOUND);
  }
}
