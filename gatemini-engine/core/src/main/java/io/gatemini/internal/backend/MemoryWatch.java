package io.gatemini.internal.backend;

import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.instance.MemoryLimit;
import io.gatemini.spi.Backend;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the memory of one life of a backend. With a limit, it warns once at four fifths, and
 * reports every look above the limit until it is ended. A backend with neither a limit nor a local
 * process is looked at once.
 */
final class MemoryWatch {
  private final Backend backend;
  private final boolean limited;
  private final MemoryLimit limit;
  private final PluginContext engine;
  private final Consumer<String> exceeded;
  private volatile OptionalLong last = OptionalLong.empty();
  private boolean ended;
  private @Nullable ScheduledFuture<?> next;

  /**
   * @param exceeded receives a description when the backend exceeds its limit
   */
  MemoryWatch(
      String name,
      Backend backend,
      OptionalInt limitMiB,
      PluginContext engine,
      Consumer<String> exceeded) {
    this.backend = backend;
    this.limited = limitMiB.isPresent();
    this.limit =
        new MemoryLimit(
            "backend " + name, limitMiB.orElse(Integer.MAX_VALUE), "it is started again");
    this.engine = engine;
    this.exceeded = exceeded;
  }

  synchronized void begin(Duration interval) {
    if (!ended) {
      next = Tasks.trySchedule(engine::scheduler, interval, () -> lookInBackground(interval));
    }
  }

  synchronized void end() {
    ended = true;
    if (next != null) {
      next.cancel(false);
    }
  }

  /** The memory it used when it was looked at last. */
  OptionalLong last() {
    return last;
  }

  private void lookInBackground(Duration interval) {
    Tasks.tryExecute(engine::executor, this::look);
    begin(interval);
  }

  private void look() {
    OptionalLong used = backend.memoryBytes();
    last = used;
    if (used.isEmpty() && !limited) {
      end();
    }
    limit.check(used).ifPresent(exceeded);
  }
}
