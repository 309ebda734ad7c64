package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Data in the place of descriptions and parameters takes no more of the memory than words do. */
class LargeVocabularyTest {
  private static final int MAX_TERMS = 100_000;

  private final HybridRetriever lexical = HybridRetriever.lexical(new EnglishAnalyzer());
  private final Random random = new Random(7);

  @Test
  void keepsTheWordsThatCameFirstAndFindsRoomAgain() {
    List<ToolDescriptor> data =
        IntStream.range(0, 60)
            .mapToObj(i -> tool("data", "blob" + i, String.join(" ", words(3_000))))
            .toList();
    ToolDescriptor first = tool("files", "read_file", "Reads a file.");
    TestCatalog catalog = TestCatalog.empty().with("files", List.of(first));
    var index = lexical.index(catalog, Optional.empty());
    catalog = catalog.with("data", data);
    index = lexical.index(catalog, Optional.of(index));

    assertThat(terms(index)).isBetween(MAX_TERMS, MAX_TERMS + 100);
    assertThat(found(index, "read a file")).isEqualTo("files.read_file");

    catalog =
        catalog
            .with("data", data.subList(0, 50))
            .with("late", List.of(tool("late", "zebra_groom", "Grooms zebras.")));
    index = lexical.index(catalog, Optional.of(index));

    assertThat(found(index, "groom a zebra")).isEqualTo("late.zebra_groom");
    assertThat(found(index, "read a file")).isEqualTo("files.read_file");
  }

  @Test
  void readsTheFirstOfAnyNumberOfParameters() {
    ToolDescriptor tool = tool("b", "many", "Takes all.");
    ObjectNode properties = ((ObjectNode) tool.inputSchema()).putObject("properties");
    words(50_000).forEach(properties::putObject);

    var index = lexical.index(TestCatalog.empty().with("b", List.of(tool)), Optional.empty());

    assertThat(terms(index)).isBetween(5_000, 20_000);
  }

  private static int terms(Index index) {
    return ((FusedIndex) index).lexical().terms();
  }

  private static String found(Index index, String task) {
    return index.search(new Query(task, 1, tool -> true)).get(0).tool().key();
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(
          random.ints(7, 'a', 'z' + 1).mapToObj(c -> "" + (char) c).collect(Collectors.joining()));
    }
    return words;
  }
}
