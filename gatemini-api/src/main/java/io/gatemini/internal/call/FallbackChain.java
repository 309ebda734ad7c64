package io.gatemini.internal.call;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.spi.CatalogSnapshot;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call that a backend cannot serve at the backends of its {@code fallback_chain}, in their
 * order; each needs a tool of the same original name. A fallback's own chain is not followed. Where
 * none serves either, the caller hears the first failure. Only the last of them is asked more than
 * once ({@link RetryInterceptor}): an answer from elsewhere is worth more than a later one.
 *
 * <p>It falls back when
 *
 * <ul>
 *   <li>the backend could not be reached: not started, ended, given up, or it refused;
 *   <li>its answer is an error that says that a far service refused ({@link TransientErrors});
 *   <li>the answer is missing, or says that a far service did not answer: but then the call may
 *       have been carried out, so only where the tool says {@code readOnlyHint} or {@code
 *       idempotentHint}.
 * </ul>
 *
 * <p>It does not where the gateway refused: a policy, wrong arguments, {@code rate_limit} and
 * {@code max_concurrent_calls} mean what they say. What a backend's {@code timeout} ends is in the
 * third case; the caller's own timeout bounds all attempts together.
 *
 * <p>The answer carries {@code _meta["io.gatemini/fallback"]}: who answered, instead of whom, why.
 */
final class FallbackChain {
  private final Catalog catalog;
  private final Backends backends;

  FallbackChain(Catalog catalog, Backends backends) {
    this.catalog = catalog;
    this.backends = backends;
  }

  /**
   * A call that goes on to others where the first one does not serve.
   *
   * @param tool the tool of the first call; null where its backend never listed it
   * @param others the tools to go on to, of {@link #tools}
   * @param attempts makes the call with another tool
   */
  CompletableFuture<ToolResult> behind(
      CompletableFuture<ToolResult> first,
      String backend,
      @Nullable ToolDefinition tool,
      List<ToolDefinition> others,
      Attempts attempts) {
    FallingCall falling = new FallingCall(backend, tool, others.iterator(), attempts);
    falling.follow(first);
    return falling;
  }

  /** Makes a call with another tool. */
  @FunctionalInterface
  interface Attempts {
    /**
     * Makes it.
     *
     * @param isLast whether there is none to go on to
     */
    CompletableFuture<ToolResult> make(ToolDefinition tool, boolean isLast);
  }

  /** The tools that can be called instead of one of a backend, in the order of its chain. */
  List<ToolDefinition> tools(ManagedBackend backend, String originalName) {
    if (backend.config().fallbackChain().isEmpty()) {
      return List.of();
    }
    CatalogSnapshot snapshot = catalog.snapshot();
    List<ToolDefinition> tools = new ArrayList<>();
    for (String name : backend.config().fallbackChain()) {
      ManagedBackend fallback = backends.get(name);
      if (fallback != null && fallback != backend) {
        snapshot
            .resolve(fallback.namespace() + "." + originalName)
            .filter(tool -> tool.backend().equals(name))
            .filter(tool -> tool.originalName().equals(originalName))
            .ifPresent(tools::add);
      }
    }
    return tools;
  }

  /** A call that goes from backend to backend until one serves it. */
  private static final class FallingCall extends Relay {
    private final String backend;
    private final Iterator<ToolDefinition> others;
    private final Attempts attempts;

    /** Whom it is at; null where the first backend never listed the tool. */
    private @Nullable ToolDefinition tool;

    private boolean hasFallen;
    private @Nullable ToolResult firstAnswer;
    private @Nullable Throwable firstFailure;
    private String reason = "";

    FallingCall(
        String backend,
        @Nullable ToolDefinition tool,
        Iterator<ToolDefinition> others,
        Attempts attempts) {
      this.backend = backend;
      this.tool = tool;
      this.others = others;
      this.attempts = attempts;
    }

    @Override
    void answered(ToolResult result) {
      if (result.isError() && TransientErrors.isTransient(result.text(), isHarmless())) {
        if (!hasFallen) {
          firstAnswer = result;
          reason = FallbackNote.shortened(result.text());
        }
        next();
        return;
      }
      ToolDefinition asked = tool;
      tell(
          !hasFallen || asked == null
              ? result
              : new FallbackNote(asked.backend(), backend, reason).on(result));
    }

    @Override
    void failed(Throwable failure) {
      boolean isOpen = isOpen(failure);
      if (!hasFallen) {
        if (!isOpen) {
          tell(failure);
          return;
        }
        firstFailure = failure;
        reason = FallbackNote.shortened(String.valueOf(failure.getMessage()));
      } else if (!isOpen && mayHaveHappened(failure)) {
        // Nobody may make it once more, and the caller must know.
        tell(failure);
        return;
      }
      next();
    }

    private boolean isHarmless() {
      ToolDefinition asked = tool;
      return asked != null && Repetition.isHarmless(asked);
    }

    /** Whether the call may be made elsewhere after this failure. */
    private boolean isOpen(Throwable failure) {
      if (failure instanceof BackendUnavailableException) {
        return true;
      }
      if (failure instanceof BackendCallException call && call.isAnswer()) {
        return TransientErrors.isTransient(String.valueOf(call.getMessage()), isHarmless());
      }
      return mayHaveHappened(failure) && isHarmless();
    }

    private static boolean mayHaveHappened(Throwable failure) {
      return (failure instanceof BackendCallException call && !call.isAnswer())
          || failure instanceof CallTimeoutException;
    }

    private void next() {
      hasFallen = true;
      if (others.hasNext()) {
        ToolDefinition fallback = others.next();
        tool = fallback;
        follow(attempts.make(fallback, !others.hasNext()));
      } else if (firstAnswer != null) {
        tell(firstAnswer);
      } else if (firstFailure != null) {
        tell(firstFailure);
      }
    }
  }
}
