package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Indexes share what did not change; those who search in one see nothing of the next. */
class ConcurrentSearchTest {
  private static final int THREADS = 8;
  private static final int CHANGES = 60;
  private static final List<String> QUERIES =
      List.of(
          "archive the invoices of department 7",
          "aprove invioce",
          "exportcustomer",
          "delete a message, then list the tickets of a department",
          "word12 newcomer",
          "neswcomer");
  private static final List<String> ACTIONS =
      List.of("create", "list", "archive", "export", "approve");
  private static final List<String> OBJECTS = List.of("invoice", "customer", "ticket", "message");

  private static List<ToolDescriptor> department(int number, int version) {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (String action : ACTIONS) {
      for (String object : OBJECTS) {
        tools.add(
            tool(
                "department" + number,
                action + "_" + object,
                "To " + action + " a " + object + " of department " + number + " word" + version));
      }
    }
    if (version % 2 == 1) {
      tools.add(
          tool("department" + number, "newcomer" + version, "A newcomer that stays not long."));
    }
    return tools;
  }

  private static List<List<Map.Entry<String, Double>>> answers(Index index) {
    List<List<Map.Entry<String, Double>>> answers = new ArrayList<>();
    for (String query : QUERIES) {
      answers.add(
          index.search(new Query(query, 10, tool -> true)).stream()
              .map(hit -> Map.entry(hit.tool().key(), hit.score()))
              .toList());
    }
    return answers;
  }

  @Test
  void answersAsOneThreadDoesWhileOthersAreMade() throws Exception {
    HybridRetriever hybrid =
        HybridRetriever.of(new EnglishAnalyzer(), StaticModel.bundled().orElseThrow());
    TestCatalog catalog = TestCatalog.empty();
    for (int i = 0; i < 15; i++) {
      catalog = catalog.with("department" + i, department(i, 0));
    }
    List<Index> made = new ArrayList<>(List.of(hybrid.index(catalog, Optional.empty())));
    Map<Integer, List<List<Map.Entry<String, Double>>>> alone = new ConcurrentHashMap<>();
    alone.put(0, answers(made.get(0)));
    List<Index> visible = new CopyOnWriteArrayList<>(made);
    CountDownLatch ended = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Integer>> searches = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int seed = t;
        searches.add(
            threads.submit(
                () -> {
                  int count = 0;
                  while (ended.getCount() > 0 || count < THREADS) {
                    int which = (seed + count * 7) % visible.size();
                    assertThat(answers(visible.get(which))).isEqualTo(alone.get(which));
                    count++;
                  }
                  return count;
                }));
      }

      for (int i = 1; i <= CHANGES; i++) {
        int number = i % 15;
        catalog =
            i % 5 == 0
                ? catalog.without("department" + number)
                : catalog.with("department" + number, department(number, i));
        Index next = hybrid.index(catalog, Optional.of(visible.get(i - 1)));
        alone.put(i, answers(next));
        visible.add(next);
      }
      ended.countDown();

      for (Future<Integer> search : searches) {
        assertThat(search.get(1, TimeUnit.MINUTES)).isGreaterThanOrEqualTo(THREADS);
      }
      for (int i = 0; i <= CHANGES; i++) {
        assertThat(answers(visible.get(i))).isEqualTo(alone.get(i));
      }
    } finally {
      ended.countDown();
      threads.shutdownNow();
    }
  }
}
