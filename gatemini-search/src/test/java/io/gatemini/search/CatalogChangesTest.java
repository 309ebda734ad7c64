package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.testing.TestGateway;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Searches while the catalog changes, through a gateway with the default retrieval. */
class CatalogChangesTest {
  private static final Logger LOG = System.getLogger(CatalogChangesTest.class.getName());

  private static final int BACKENDS = 200;
  private static final int TOOLS_EACH = 50;
  private static final int CHANGES = 1_000;
  private static final int SEARCHERS = 4;

  /** Every passing backend has these; one snapshot has all of them or none. */
  private static final List<String> PASSING_TOOLS =
      List.of("zebra_count", "zebra_feed", "zebra_groom");

  private static final String PASSING_TAG = "passing";
  private static final ToolHandler NOTHING = arguments -> "";
  private static final String SCHEMA = "{\"type\":\"object\"}";

  private static final List<String> ACTIONS =
      List.of("create", "list", "update", "delete", "search", "archive", "export", "approve");
  private static final List<String> OBJECTS =
      List.of("invoice", "customer", "ticket", "branch", "document", "message", "event", "order");

  /**
   * The goal is a new tool that is found within 50 ms in a catalog of 10,000, and searches that
   * never wait for an index. The bounds leave room for a busy machine; the figures are logged: with
   * two cores and three others wanting them, p50 13 and p95 28 ms, and 0.5 ms for a search.
   */
  @Test
  @Tag("long")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void searchesSeeWholeSnapshotsDuringAThousandChanges() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(SEARCHERS);
    CountDownLatch changed = new CountDownLatch(1);
    try (Gateway gateway = large().build()) {
      assertThat(gateway.awaitReady(Duration.ofMinutes(2))).isTrue();
      assertThat(gateway.catalog().tools()).hasSize(BACKENDS * TOOLS_EACH);
      register(gateway, 0);
      List<CompletableFuture<Searches>> searches = new ArrayList<>();
      for (int i = 0; i < SEARCHERS; i++) {
        searches.add(
            CompletableFuture.supplyAsync(() -> new Searches(gateway).until(changed), threads));
      }

      long[] findable = new long[CHANGES / 2];
      for (int i = 0; i < findable.length; i++) {
        findable[i] = register(gateway, i + 1);
        gateway.deregister(passing(i));
      }

      changed.countDown();
      List<Long> took = new ArrayList<>();
      for (CompletableFuture<Searches> search : searches) {
        took.addAll(search.get(1, TimeUnit.MINUTES).nanos);
      }
      Figures found = new Figures(findable);
      Figures searched = new Figures(took.stream().mapToLong(nanos -> nanos).toArray());
      LOG.log(Level.INFO, "a new tool is findable after {0}; a search took {1}", found, searched);
      assertThat(searched.count()).isGreaterThan(CHANGES);
      assertThat(found.millis(0.5)).as("new tool findable, %s", found).isLessThan(100);
      assertThat(found.millis(0.95)).as("new tool findable, %s", found).isLessThan(400);
      assertThat(searched.millis(0.5)).as("search, %s", searched).isLessThan(20);
      assertThat(searched.millis(0.99)).as("search, %s", searched).isLessThan(1_000);
    } finally {
      changed.countDown();
      threads.shutdownNow();
    }
  }

  /** Registers a passing backend and finds it. */
  private static long register(Gateway gateway, int i) {
    long began = System.nanoTime();
    gateway.register(passing(i), passingBackend(i));
    List<SearchHit> hits = gateway.search(SearchRequest.of("zebra").withTag(PASSING_TAG));
    long took = System.nanoTime() - began;
    assertThat(hits).extracting(SearchHit::backend).contains(passing(i));
    return took;
  }

  private static String passing(int i) {
    return "passing-" + i;
  }

  private static BackendConfig passingBackend(int i) {
    BackendConfig config = BackendConfig.inProcess().tags(PASSING_TAG);
    for (String tool : PASSING_TOOLS) {
      config = config.tool(tool, "The zebra of number " + i, SCHEMA, NOTHING);
    }
    return config;
  }

  private static GatewayBuilder large() {
    GatewayBuilder builder = Gateway.builder();
    for (int b = 0; b < BACKENDS; b++) {
      BackendConfig config = BackendConfig.inProcess();
      for (int t = 0; t < TOOLS_EACH; t++) {
        String action = ACTIONS.get(t % ACTIONS.size());
        String object = OBJECTS.get(t / ACTIONS.size() % OBJECTS.size());
        config =
            config.tool(
                action + "_" + object + "_" + t,
                "To %s the %s of department %d, variant %d, by the rules of that department."
                    .formatted(action, object, b, t),
                SCHEMA,
                NOTHING);
      }
      builder.backend("department-" + b, config);
    }
    return builder;
  }

  /** The searches of one thread and what they are to find. */
  private static final class Searches {
    private final Gateway gateway;
    private final List<Long> nanos = new ArrayList<>();
    private int newestSeen;

    Searches(Gateway gateway) {
      this.gateway = gateway;
    }

    Searches until(CountDownLatch changed) {
      for (int i = 0; changed.getCount() > 0; i++) {
        sawOneSnapshot(search(SearchRequest.of("zebra").withTag(PASSING_TAG)));
        sawKnownTools(
            search(
                SearchRequest.of(
                    ACTIONS.get(i % ACTIONS.size()) + " the zebra of department " + i % BACKENDS)));
        // Four agents, not four loops: the machine has other work.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
      return this;
    }

    private List<SearchHit> search(SearchRequest request) {
      long began = System.nanoTime();
      List<SearchHit> hits = gateway.search(request);
      nanos.add(System.nanoTime() - began);
      assertThat(hits).isNotEmpty().hasSizeLessThanOrEqualTo(request.limit());
      return hits;
    }

    /**
     * The changes are: 1 comes, 0 goes, 2 comes, 1 goes, ... So there is always one passing backend
     * or a pair of neighbours, each with all of its tools, and never an older one than before.
     */
    private void sawOneSnapshot(List<SearchHit> hits) {
      TreeMap<Integer, List<String>> seen = new TreeMap<>();
      for (SearchHit hit : hits) {
        sawKnownTool(hit);
        int number = Integer.parseInt(hit.backend().substring(passing(0).length() - 1));
        seen.computeIfAbsent(number, unused -> new ArrayList<>()).add(hit.tool().originalName());
      }
      assertThat(seen.values())
          .allSatisfy(
              tools -> assertThat(tools).containsExactlyInAnyOrderElementsOf(PASSING_TOOLS));
      assertThat(seen.lastKey() - seen.firstKey()).isEqualTo(seen.size() - 1).isLessThan(2);
      assertThat(seen.lastKey()).isGreaterThanOrEqualTo(newestSeen);
      newestSeen = seen.lastKey();
    }

    private static void sawKnownTools(List<SearchHit> hits) {
      hits.forEach(Searches::sawKnownTool);
      assertThat(hits).extracting(SearchHit::key).doesNotHaveDuplicates();
    }

    /** A result is a tool that its backend publishes, and belongs to the snapshot's own texts. */
    private static void sawKnownTool(SearchHit hit) {
      int number = Integer.parseInt(hit.backend().substring(hit.backend().lastIndexOf('-') + 1));
      if (hit.backend().equals(passing(number))) {
        assertThat(hit.tool().originalName()).isIn(PASSING_TOOLS);
        assertThat(hit.tool().description()).isEqualTo("The zebra of number " + number);
      } else {
        assertThat(hit.backend()).isEqualTo("department-" + number);
        assertThat(hit.tool().description()).contains("of department " + number + ",");
      }
      assertThat(hit.call()).contains(hit.tool().originalName());
    }
  }

  /** Durations, sorted. */
  private static final class Figures {
    private final long[] nanos;

    Figures(long[] nanos) {
      this.nanos = nanos.clone();
      Arrays.sort(this.nanos);
    }

    int count() {
      return nanos.length;
    }

    double millis(double share) {
      return nanos[(int) Math.round(share * (nanos.length - 1))] / 1e6;
    }

    @Override
    public String toString() {
      return "p50 %.1f, p95 %.1f, p99 %.1f, at most %.1f ms (%d)"
          .formatted(millis(0.5), millis(0.95), millis(0.99), millis(1), count());
    }
  }

  /** The default retriever, whose indexes after the first wait for the test. */
  private static final class HeldProvider implements RetrieverProvider {
    private final CountDownLatch building = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    public String name() {
      return "held";
    }

    @Override
    public int weight() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      // The heaviest but this one is what a gateway searches with by default.
      RetrieverProvider provider =
          context.plugins(RetrieverProvider.class).stream()
              .filter(candidate -> candidate != this)
              .findFirst()
              .orElseThrow();
      Retriever retriever = provider.create(context.config(provider.name()), context);
      return new Retriever() {
        @Override
        public String name() {
          return "held";
        }

        @Override
        public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
          if (previous.isPresent()) {
            building.countDown();
            awaitRelease();
          }
          return retriever.index(snapshot, previous);
        }
      };
    }

    private void awaitRelease() {
      try {
        assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void waitsForTheIndexOfTheToolsThatAreListed() throws Exception {
    HeldProvider held = new HeldProvider();
    try (Gateway gateway =
        TestGateway.ready(Gateway.builder().plugin(held).backend(passing(1), passingBackend(1)))) {

      CompletableFuture<?> registered = gateway.registerAsync(passing(2), passingBackend(2));
      assertThat(held.building.await(60, TimeUnit.SECONDS)).isTrue();

      // The index is not done before the test says so, and the listing has the new tools.
      assertThat(gateway.catalog().backends()).containsExactly(passing(1), passing(2));
      CompletableFuture<List<SearchHit>> found =
          gateway.searchAsync(SearchRequest.of("feed the zebra"));
      assertThat(registered).isNotDone();
      assertThat(found).isNotDone();

      held.release.countDown();
      assertThat(found)
          .succeedsWithin(Duration.ofSeconds(60))
          .satisfies(
              hits ->
                  assertThat(hits).extracting(SearchHit::backend).contains(passing(1), passing(2)));
      registered.get(60, TimeUnit.SECONDS);
      assertThat(gateway.search("feed the zebra"))
          .extracting(SearchHit::backend)
          .contains(passing(1), passing(2));
      gateway.deregister(passing(2));
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(gateway.search("feed the zebra"))
                      .extracting(SearchHit::backend)
                      .containsOnly(passing(1)));
    }
  }
}
