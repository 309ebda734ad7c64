package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.Tasks;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Looks at new tools before somebody reads an index of all, who would wait for that: one pass at a
 * time, on the executor of the gateway. Thread-safe.
 */
final class ReadAhead {
  private final Supplier<? extends Executor> executor;
  private final List<PerToolCache<?>> kept;
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * @param kept what is kept of each tool
   */
  ReadAhead(Supplier<? extends Executor> executor, List<PerToolCache<?>> kept) {
    this.executor = executor;
    this.kept = List.copyOf(kept);
  }

  /**
   * There may be new tools. Returns at once.
   *
   * @param catalog supplies the newest snapshot
   */
  void begin(Supplier<CatalogSnapshot> catalog) {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    if (!Tasks.tryExecute(executor, () -> passes(catalog))) {
      // The gateway is closed; a reader now makes the text itself.
      asked.set(0);
    }
  }

  private void passes(Supplier<CatalogSnapshot> catalog) {
    int answered;
    do {
      answered = asked.get();
      CatalogSnapshot snapshot = catalog.get();
      for (PerToolCache<?> one : kept) {
        for (ToolDescriptor tool : snapshot.tools()) {
          one.of(tool);
        }
        one.forget(snapshot);
      }
    } while (asked.addAndGet(-answered) > 0);
  }
}
