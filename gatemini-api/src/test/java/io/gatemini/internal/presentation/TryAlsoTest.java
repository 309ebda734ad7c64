package io.gatemini.internal.presentation;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.ToolDefinition;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.CatalogFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TryAlsoTest {
  /** Functional specification, 1.10. */
  @Test
  void hasTheGoldenTermsOfTheSpecification() {
    TryAlso tryAlso = tryAlso(CatalogFixture.corpusC1());

    assertThat(tryAlso.of("exa")).containsExactly("content", "similar", "using");
    assertThat(tryAlso.of("tavily")).containsExactly("tavily", "via", "search");
    assertThat(tryAlso.of("time")).containsExactly("timezones", "specific", "timezone");
  }

  /** Functional specification, 1.10. */
  @Test
  void hasTheGoldenScoresOfTheSpecification() {
    assertThat(score("content", 1)).isCloseTo(2.0094, within(5e-5));
    assertThat(score("using", 1)).isCloseTo(1.8094, within(5e-5));
    assertThat(score("via", 1)).isCloseTo(1.6094, within(5e-5));
    assertThat(score("search", 2)).isCloseTo(1.2163, within(5e-5));
    assertThat(score("timezones", 1)).isCloseTo(2.2094, within(5e-5));
  }

  @Test
  void leavesOutWhatIsNoWord() {
    TryAlso tryAlso =
        tryAlso(CatalogFixture.of(1, tool("a", "b", "id " + "f".repeat(5_000) + " word")));

    assertThat(tryAlso.of("a")).containsExactly("word");
    assertThat(tryAlso.of("unknown")).isEmpty();
  }

  /** What is carried over from snapshot to snapshot must never show. */
  @Property(tries = 200)
  void tellsTheSameWhateverWasCountedBefore(
      @ForAll @Size(max = 12) List<@IntRange(max = 63) Integer> changes) {
    Catalog catalog = new Catalog(Map.of());
    Vocabulary counted = new Vocabulary();
    for (int change : changes) {
      String backend = "b" + change % 4;
      int size = change / 16;
      if (size == 0) {
        catalog.remove(backend);
      } else {
        List<ToolDefinition> tools = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          tools.add(tool(backend, "t" + i, "word" + change % 7 + " also" + i + " common thing"));
        }
        catalog.put(backend, tools);
      }

      TryAlso kept = counted.tryAlso(catalog.snapshot());
      TryAlso fresh = new Vocabulary().tryAlso(catalog.snapshot());

      for (String name : List.of("b0", "b1", "b2", "b3")) {
        assertThat(kept.of(name)).isEqualTo(fresh.of(name));
      }
    }
  }

  @Test
  void forgetsWordsThatAreGone() {
    Vocabulary vocabulary = new Vocabulary();
    for (int i = 0; i < 50; i++) {
      StringBuilder words = new StringBuilder();
      for (int j = 0; j < 200; j++) {
        words.append("word").append(i).append('x').append(j).append(' ');
      }
      vocabulary.tryAlso(CatalogFixture.of(i, tool("a", "b", words.toString())));
    }

    assertThat(vocabulary.size()).isLessThan(2_000);
  }

  @Test
  void doesNotTakeDataForWords() {
    String data =
        new Random(1)
            .ints(300_000, 'a', 'z')
            .mapToObj(c -> c % 5 == 0 ? " " : "" + (char) c)
            .collect(Collectors.joining());
    Vocabulary vocabulary = new Vocabulary();

    vocabulary.tryAlso(CatalogFixture.of(1, tool("a", "b", data), tool("a", "c", "reads files")));

    assertThat(vocabulary.size()).isBetween(1_000, 10_000);
  }

  private static TryAlso tryAlso(CatalogFixture catalog) {
    return new Vocabulary().tryAlso(catalog);
  }

  private static double score(String term, int frequency) {
    return TryAlso.score(Vocabulary.Term.of(term, 0), frequency, 5);
  }
}
