package io.gatemini.internal.catalog;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CatalogTest {
  private final Catalog catalog = new Catalog(Map.of("web", "exa.search", "chain", "web"));

  @Test
  void resolvesAKeyAndABareNameThatOneBackendHas() {
    catalog.put("exa", List.of(tool("exa", "search")));

    assertThat(resolve("exa.search")).contains("exa.search");
    assertThat(resolve("search")).contains("exa.search");
    assertThat(resolve("exa.nothing")).isEmpty();
  }

  @Test
  void listsOneEntryPerTool() {
    catalog.put("exa", List.of(tool("exa", "search"), tool("exa", "crawl")));

    assertThat(catalog.snapshot().tools())
        .extracting(ToolDefinition::name)
        .containsExactly("exa.crawl", "exa.search");
  }

  @Test
  void dropsTheBareNameOnACollision() {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("tavily", List.of(tool("tavily", "search")));

    assertThat(resolve("search")).isEmpty();
    assertThat(resolve("exa.search")).isPresent();
    assertThat(catalog.snapshot().withOriginalName("search")).hasSize(2);
  }

  @Test
  void restoresTheBareNameWhenTheCollisionGoes() {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("tavily", List.of(tool("tavily", "search")));

    catalog.remove("exa");

    assertThat(resolve("search")).contains("tavily.search");
  }

  @Test
  void publishesNothingOnceClosed() {
    catalog.put("exa", List.of(tool("exa", "search")));
    CatalogSnapshot last = catalog.snapshot();
    List<CatalogSnapshot> heard = new ArrayList<>();
    catalog.onPublish(heard::add);

    catalog.close();
    catalog.remove("exa");

    assertThat(heard).isEmpty();
    assertThat(catalog.snapshot()).isSameAs(last);
  }

  @Test
  void leavesNoGhostWhenTheSurvivorOfACollisionGoesToo() {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("tavily", List.of(tool("tavily", "search")));
    catalog.remove("exa");

    catalog.remove("tavily");

    assertThat(resolve("search")).isEmpty();
    assertThat(catalog.snapshot().tools()).isEmpty();
  }

  @Test
  void restoresTheBareNameWhenANewListDropsTheCollidingTool() {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("tavily", List.of(tool("tavily", "search")));

    catalog.put("tavily", List.of(tool("tavily", "extract")));

    assertThat(resolve("search")).contains("exa.search");
    assertThat(resolve("extract")).contains("tavily.extract");
  }

  @Test
  void followsAUserAliasOneLevelOnly() {
    catalog.put("exa", List.of(tool("exa", "search")));

    assertThat(resolve("web")).contains("exa.search");
    assertThat(resolve("chain")).isEmpty();
  }

  @Test
  void neverLetsAnAliasShadowATool() {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("spider", List.of(tool("spider", "web")));

    assertThat(resolve("web")).contains("spider.web");
  }

  @Test
  void keepsTheFirstOfTwoToolsWithOneName() {
    catalog.put("exa", List.of(tool("exa", "search", "first"), tool("exa", "search", "second")));

    assertThat(catalog.snapshot().tools()).hasSize(1);
    assertThat(catalog.snapshot().resolve("exa.search").orElseThrow().description())
        .isEqualTo("first");
  }

  @Test
  void acceptsAnEmptyToolName() {
    catalog.put("exa", List.of(tool("exa", "")));

    assertThat(resolve("exa.")).contains("exa.");
    assertThat(resolve("")).contains("exa.");
  }

  @Test
  void publishesNothingWhenNothingChanged() {
    catalog.put("exa", List.of(tool("exa", "search")));
    long generation = catalog.snapshot().generation();

    catalog.put("exa", List.of(tool("exa", "search")));

    assertThat(catalog.snapshot().generation()).isEqualTo(generation);
  }

  @Test
  void leavesAnOldSnapshotAsItWas() {
    catalog.put("exa", List.of(tool("exa", "search")));
    CatalogSnapshot before = catalog.snapshot();

    catalog.remove("exa");

    assertThat(before.resolve("exa.search")).isPresent();
    assertThat(catalog.snapshot().generation()).isGreaterThan(before.generation());
  }

  @Test
  void showsReadersWholeToolListsOnlyWhileWritersWrite() throws Exception {
    List<Long> announced = Collections.synchronizedList(new ArrayList<>());
    catalog.onPublish(snapshot -> announced.add(snapshot.generation()));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicBoolean writing = new AtomicBoolean(true);
    CountDownLatch started = new CountDownLatch(2);
    List<Future<?>> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      readers.add(
          threads.submit(
              () -> {
                started.countDown();
                long last = -1;
                while (writing.get()) {
                  CatalogSnapshot snapshot = catalog.snapshot();
                  assertThat(snapshot.generation()).isGreaterThanOrEqualTo(last);
                  assertThat(snapshot.tools("a").size() % 3).isZero();
                  assertThat(snapshot.tools())
                      .hasSize(snapshot.tools("a").size() + snapshot.tools("b").size());
                  last = snapshot.generation();
                }
              }));
    }
    started.await();
    List<Future<?>> writers = new ArrayList<>();
    for (String backend : List.of("a", "b")) {
      writers.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 500; round++) {
                  List<ToolDefinition> tools = new ArrayList<>();
                  for (int i = 0; i < (round % 4) * 3; i++) {
                    tools.add(tool(backend, "t" + i));
                  }
                  catalog.put(backend, tools);
                }
              }));
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    writing.set(false);
    for (Future<?> reader : readers) {
      reader.get();
    }
    threads.shutdown();

    assertThat(announced).isSorted().doesNotHaveDuplicates();
    assertThat(announced.get(announced.size() - 1)).isEqualTo(catalog.snapshot().generation());
  }

  private Optional<String> resolve(String name) {
    return catalog.snapshot().resolve(name).map(ToolDefinition::name);
  }
}
