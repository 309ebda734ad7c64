package io.gatemini.internal.inprocess;

import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stands for a backend whose configuration lacks a value that is not in the file: a variable of the
 * environment, a secret. It is down with that reason, and all others start.
 */
public record UnconfiguredBackend(String reason) implements Backend {
  private static final String TRANSPORT = "unconfigured";
  private static final String REASON = "reason";

  /** The environment of a process does not change; who mends it starts another one. */
  private static final Duration NEVER = Duration.ofDays(1);

  /** A configuration that starts nothing. */
  public static BackendConfig config(String reason) {
    return BackendConfig.of(TRANSPORT).option(REASON, reason);
  }

  @Override
  public CompletionStage<Void> start() {
    return CompletableFuture.failedFuture(new BackendUnavailableException(reason, null, NEVER));
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.failedFuture(new BackendUnavailableException(reason));
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    return CompletableFuture.failedFuture(new BackendUnavailableException(reason));
  }

  @Override
  public CompletionStage<Void> ping() {
    return CompletableFuture.failedFuture(new BackendUnavailableException(reason));
  }

  @Override
  public CompletionStage<Void> stop() {
    return Backend.done();
  }

  /** Provides it. */
  public static final class Provider implements BackendProvider {
    @Override
    public String name() {
      return TRANSPORT;
    }

    @Override
    public boolean isInline() {
      return true;
    }

    @Override
    public Backend create(BackendContext context) {
      return new UnconfiguredBackend(context.config().options().path(REASON).asText());
    }
  }
}
