package io.gatemini.internal.catalog;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.testing.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
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
        .extracting(ToolDescriptor::key)
        .containsExactly("exa.crawl", "exa.search");
  }

  @Test
  void publishesABatchInOneSnapshot() {
    List<CatalogSnapshot> published = new ArrayList<>();
    catalog.onPublish(published::add);

    catalog.batch(
        () -> {
          catalog.put("exa", List.of(tool("exa", "search")));
          catalog.put("tavily", List.of(tool("tavily", "search")));
          catalog.remove("exa");
          catalog.whenPublished(() -> published.add(catalog.snapshot()));
          assertThat(published).isEmpty();
        });
    catalog.batch(() -> {});

    assertThat(published).hasSize(2).containsOnly(catalog.snapshot());
    assertThat(catalog.snapshot().generation()).isEqualTo(1);
    assertThat(catalog.snapshot().backends()).containsExactly("tavily");
  }

  @Test
  void publishesWhatOtherThreadsChangeDuringABatch() {
    catalog.batch(
        () -> {
          CompletableFuture.runAsync(() -> catalog.put("exa", List.of(tool("exa", "search"))))
              .join();
          assertThat(resolve("exa.search")).isPresent();
          catalog.put("tavily", List.of(tool("tavily", "search")));
        });

    assertThat(catalog.snapshot().generation()).isEqualTo(2);
  }

  @Test
  void endsABatchThatFails() {
    assertThatThrownBy(
            () ->
                catalog.batch(
                    () -> {
                      catalog.put("exa", List.of(tool("exa", "search")));
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");

    assertThat(resolve("exa.search")).isPresent();
    catalog.batch(() -> catalog.remove("exa"));
    assertThat(resolve("exa.search")).isEmpty();
  }

  @Values(
      """
      git-manager.git-status | git_manager.git_status | git-manager.git_status | git-status
      git_status | tools.git_manager.git_status | mcp__git-manager__git-status
      mcp__git_manager__git_status | git_manager__git-status | git-manager/git-status
      """)
  void resolvesEveryWayInWhichAToolIsWritten(String name) {
    catalog.put("exa", List.of(tool("exa", "search")));
    catalog.put("git-manager", List.of(tool("git-manager", "git-status")));

    assertThat(resolve(name)).contains("git-manager.git-status");
  }

  @Values("`` | . | tools. | mcp__ | mcp____ | __ | git_manager | git.status | status")
  void resolvesNothingElse(String name) {
    catalog.put("git-manager", List.of(tool("git-manager", "git-status")));
    catalog.put("other", List.of(tool("other", "status"), tool("other", "git_status")));
    catalog.put("third", List.of(tool("third", "status")));

    assertThat(resolve(name)).isEmpty();
    assertThat(resolve("git_status")).contains("other.git_status");
  }

  @Test
  void meansTheSameToolByANameInAProgramAndElsewhere() {
    catalog.put("a-b", List.of(tool("a-b", "x-y"), tool("a-b", "x_y")));
    catalog.put("a_b", List.of(tool("a_b", "x_y")));
    ScriptNames names = ScriptNames.of(catalog.snapshot());

    for (ToolDescriptor tool : catalog.snapshot().tools()) {
      assertThat(resolve(tool.key())).contains(tool.key());
      assertThat(resolve(names.expression(tool))).contains(tool.key());
    }
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
                  List<ToolDescriptor> tools = new ArrayList<>();
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
    return catalog.snapshot().resolve(name).map(ToolDescriptor::key);
  }

  /** Objects that snapshots share must never show it. */
  @Property(tries = 300)
  void publishesTheSameWhateverWasPublishedBefore(
      @ForAll @Size(max = 15) List<@IntRange(max = 255) Integer> changes) {
    Catalog changing = new Catalog(Map.of());
    Map<String, List<ToolDescriptor>> expected = new TreeMap<>();
    CatalogSnapshot half = changing.snapshot();
    for (int change : changes) {
      half = changing.snapshot();
      String backend = List.of("a", "a-b", "a_b", "c").get(change % 4);
      if (change % 16 / 4 == 0) {
        expected.remove(backend);
        changing.remove(backend);
      } else {
        List<ToolDescriptor> tools = new ArrayList<>();
        for (int i = change / 32; i >= 0; i--) {
          tools.add(tool(backend, "t" + i, "Does " + change % 3));
        }
        expected.put(backend, tools);
        changing.put(backend, tools);
      }
    }

    Catalog fresh = new Catalog(Map.of());
    expected.forEach(fresh::put);

    CatalogSnapshot kept = changing.snapshot();
    assertThat(kept.tools()).isEqualTo(fresh.snapshot().tools());
    assertThat(kept.backends()).isEqualTo(fresh.snapshot().backends());
    assertThat(kept.tools()).isSortedAccordingTo(Comparator.comparing(ToolDescriptor::key));
    for (ToolDescriptor tool : kept.tools()) {
      assertThat(kept.resolve(tool.key())).containsSame(tool);
      assertThat(kept.tools(tool.backend())).contains(tool);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(kept.withOriginalName("t" + i))
          .isEqualTo(fresh.snapshot().withOriginalName("t" + i));
      assertThat(kept.resolve("t" + i)).isEqualTo(fresh.snapshot().resolve("t" + i));
    }
    ScriptNames names = ScriptNames.of(kept, ScriptNames.of(half));
    for (ToolDescriptor tool : kept.tools()) {
      assertThat(names.expression(tool))
          .isEqualTo(ScriptNames.of(fresh.snapshot()).expression(tool));
    }
  }

  @Test
  void keepsWhatHasNotChanged() {
    catalog.put("exa", List.of(tool("exa", "search"), tool("exa", "crawl")));
    catalog.put("tavily", List.of(tool("tavily", "search")));
    CatalogSnapshot before = catalog.snapshot();

    catalog.put("exa", List.of(tool("exa", "search"), tool("exa", "crawl", "Another.")));

    CatalogSnapshot after = catalog.snapshot();
    assertThat(after.tools("tavily")).isSameAs(before.tools("tavily"));
    assertThat(after.resolve("exa.search"))
        .containsSame(before.resolve("exa.search").orElseThrow());
    assertThat(after.resolve("exa.crawl").orElseThrow().description()).isEqualTo("Another.");
    catalog.put("exa", List.of(tool("exa", "crawl", "Another."), tool("exa", "search")));
    assertThat(catalog.snapshot()).isSameAs(after);
  }
}
