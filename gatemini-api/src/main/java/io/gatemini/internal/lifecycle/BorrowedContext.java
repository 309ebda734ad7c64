package io.gatemini.internal.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** A context that passes on what another one lends to all plug-ins. */
interface BorrowedContext extends BackendContext {
  /** Whose it is. */
  PluginContext lender();

  @Override
  default Executor executor() {
    return lender().executor();
  }

  @Override
  default ScheduledExecutorService scheduler() {
    return lender().scheduler();
  }

  @Override
  default Clock clock() {
    return lender().clock();
  }

  @Override
  default TextAnalyzer textAnalyzer() {
    return lender().textAnalyzer();
  }

  @Override
  default TokenEstimator tokenEstimator() {
    return lender().tokenEstimator();
  }

  @Override
  default MessageMemory messageMemory() {
    return lender().messageMemory();
  }

  @Override
  default <P extends Provider> List<P> plugins(Class<P> kind) {
    return lender().plugins(kind);
  }

  @Override
  default JsonNode config(String plugin) {
    return lender().config(plugin);
  }
}
