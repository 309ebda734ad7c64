package io.gatemini.spi;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** What the gateway lends to its plug-ins. All members are thread-safe. */
public interface PluginContext {
  /** Runs work that may block; daemon threads, made when first needed. */
  Executor executor();

  /** Runs short work later; never block it. */
  ScheduledExecutorService scheduler();

  /** The gateway's clock. */
  Clock clock();

  /** Turns text into tokens the way search does. */
  TextAnalyzer textAnalyzer();
}
