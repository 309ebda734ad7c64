package io.gatemini.internal.surface.resource;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.GivenSurface;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Objects that are built from tools before a request needs them. */
class ReadAheadTest {
  private final ToolDescriptor read = tool("files", "read", "Reads.");
  private final ToolDescriptor write = tool("files", "write", "Writes.");
  private final List<String> made = new ArrayList<>();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final PerToolCache<String> kept =
      new PerToolCache<>(
          tool -> {
            made.add(tool.originalName());
            return "";
          });
  private CatalogSnapshot snapshot = CatalogFixture.of(1, read);
  private boolean closed;
  private final ReadAhead readAhead = new ReadAhead(() -> this::execute, List.of(kept));

  private void execute(Runnable task) {
    if (closed) {
      throw new RejectedExecutionException();
    }
    tasks.add(task);
  }

  private void begin() {
    readAhead.begin(() -> snapshot);
  }

  private void run() {
    tasks.remove().run();
  }

  @Test
  void makesWhatIsNewOffTheCallersThread() {
    begin();
    assertThat(made).isEmpty();

    run();
    snapshot = CatalogFixture.of(2, read, write);
    begin();
    run();

    assertThat(made).containsExactly("read", "write");
  }

  @Test
  void waitsForTheIndexThatSearchesWaitFor() {
    try (FixtureGateway gateway =
        new FixtureGateway(CatalogFixture.of(1, read)) {
          @Override
          public Executor executor() {
            return tasks::add;
          }
        }) {
      gateway.indexed = new CompletableFuture<>();

      GivenSurface.over(gateway).connected(Session.local());
      assertThat(tasks).isEmpty();

      gateway.indexed.complete(null);
      assertThat(tasks).hasSize(1);
    }
  }

  @Test
  void goesThroughTheToolsOnceForAllWhoAskMeanwhile() {
    begin();
    begin();
    snapshot = CatalogFixture.of(2, write);
    begin();

    assertThat(tasks).hasSize(1);
    run();
    assertThat(made).containsExactly("write");
    begin();
    assertThat(tasks).hasSize(1);
  }

  @Test
  void forgetsWhatIsGone() {
    begin();
    run();
    snapshot = CatalogFixture.of(2, write);
    begin();
    run();

    kept.of(read);

    assertThat(made).containsExactly("read", "write", "read");
  }

  @Test
  void doesNothingOnceTheGatewayIsClosed() {
    closed = true;

    begin();
    closed = false;
    begin();

    assertThat(tasks).hasSize(1);
  }
}
