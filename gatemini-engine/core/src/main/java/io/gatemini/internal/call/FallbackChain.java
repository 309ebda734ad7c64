package io.gatemini.internal.call;

import io.gatemini.BackendCallException;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.catalog.Catalog;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
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
 *   <li>its answer is an error that says that a far service refused;
 *   <li>the answer is missing, or says that a far service did not answer: but then the call may
 *       have been carried out, so only where the tool says {@code readOnlyHint} or {@code
 *       idempotentHint}.
 * </ul>
 *
 * <p>It does not where the gateway refused: a policy, wrong arguments, {@code rate_limit} and
 * {@code max_concurrent_calls} mean what they say. A backend's {@code timeout} is the third case;
 * the caller's own timeout bounds all attempts together.
 *
 * <p>A fallback that is still starting and has listed nothing yet is waited for, within its own
 * {@code timeout} and that of the caller.
 *
 * <p>The answer carries {@code _meta["io.gatemini/fallback"]}: who answered, instead of whom, why.
 */
record FallbackChain(Catalog catalog, Backends backends) {
  /** Longer texts are reports that mention an error, not errors. */
  private static final int LONGEST_ERROR = 2_000;

  /** The far service did not take the call on. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "rate limit|too many requests|connection refused|failed to connect"
              + "|network is unreachable|service unavailable|temporarily unavailable",
          Pattern.CASE_INSENSITIVE);

  /** The far service did not answer; it may have done what it was asked. */
  private static final Pattern UNANSWERED =
      Pattern.compile(
          "timeout|timed out|deadline exceeded|connection (?:reset|closed|aborted)"
              + "|network error|broken pipe",
          Pattern.CASE_INSENSITIVE);

  /**
   * A call that goes on to others where the first one does not serve.
   *
   * @param tool the tool of the first call; null where its backend never listed it
   * @param others where to go on to, of {@link #others}
   * @param attempts makes the call with another tool
   */
  CompletableFuture<ToolResult> behind(
      CompletableFuture<ToolResult> first,
      String backend,
      @Nullable ToolDescriptor tool,
      List<Fallback> others,
      Attempts attempts) {
    FallingCall falling = new FallingCall(backend, tool, others.iterator(), attempts);
    falling.follow(first);
    return falling;
  }

  /**
   * A tool that may be called instead.
   *
   * @param tool null where its backend is starting and has not listed its tools
   */
  record Fallback(ManagedBackend backend, String name, @Nullable ToolDescriptor tool) {}

  /** Makes a call with another tool. */
  @FunctionalInterface
  interface Attempts {
    /**
     * Makes it.
     *
     * @param isLast whether there is none to go on to
     */
    CompletableFuture<ToolResult> make(Fallback fallback, boolean isLast);
  }

  /** The tools that can be called instead of one, in the order of its backend's chain. */
  List<Fallback> others(ManagedBackend backend, String originalName) {
    if (backend.config().fallbackChain().isEmpty()) {
      return List.of();
    }
    List<Fallback> others = new ArrayList<>();
    for (String name : backend.config().fallbackChain()) {
      ManagedBackend fallback = backends.named(name).orElse(null);
      if (fallback != null && fallback != backend) {
        String key = fallback.namespace() + "." + originalName;
        ToolDescriptor tool = tool(fallback, key).orElse(null);
        if (tool != null ? tool.originalName().equals(originalName) : isUnlisted(fallback)) {
          others.add(new Fallback(fallback, key, tool));
        }
      }
    }
    return others;
  }

  private Optional<ToolDescriptor> tool(ManagedBackend backend, String key) {
    return catalog.snapshot().resolve(key).filter(tool -> tool.backend().equals(backend.name()));
  }

  private static boolean isUnlisted(ManagedBackend backend) {
    BackendStatus status = backend.status();
    return status.state() == BackendState.STARTING && status.toolCount() == 0;
  }

  /** A call that goes from backend to backend until one serves it. */
  private final class FallingCall extends CallRelay {
    private final String backend;
    private final Iterator<Fallback> others;
    private final Attempts attempts;

    /** Whom it is at; null where the first backend never listed the tool. */
    private @Nullable ToolDescriptor tool;

    /** Who was asked last; null while that is the first backend. */
    private @Nullable Fallback fallback;

    private @Nullable ToolResult firstAnswer;
    private @Nullable Throwable firstFailure;
    private String reason = "";

    FallingCall(
        String backend,
        @Nullable ToolDescriptor tool,
        Iterator<Fallback> others,
        Attempts attempts) {
      this.backend = backend;
      this.tool = tool;
      this.others = others;
      this.attempts = attempts;
    }

    @Override
    void answered(ToolResult result) {
      if (result.isError() && isTransient(result.text(), isHarmless())) {
        if (fallback == null) {
          firstAnswer = result;
          reason = FallbackNote.shortened(result.text());
        }
        next();
        return;
      }
      Fallback asked = fallback;
      settle(
          asked == null
              ? result
              : new FallbackNote(asked.backend().name(), backend, reason).on(result));
    }

    @Override
    void failed(Throwable failure) {
      boolean isOpen = isOpen(failure);
      if (fallback == null) {
        if (!isOpen) {
          fail(failure);
          return;
        }
        firstFailure = failure;
        reason = FallbackNote.shortened(String.valueOf(failure.getMessage()));
      } else if (!isOpen && mayHaveHappened(failure)) {
        // It must not be repeated, and the caller must know.
        fail(failure);
        return;
      }
      next();
    }

    private boolean isHarmless() {
      Fallback asked = fallback;
      ToolDescriptor called =
          tool != null || asked == null ? tool : tool(asked.backend(), asked.name()).orElse(null);
      return called != null && RetryInterceptor.isHarmless(called);
    }

    /** Whether the call may be made elsewhere after this failure. */
    private boolean isOpen(Throwable failure) {
      if (failure instanceof BackendUnavailableException) {
        return true;
      }
      if (failure instanceof BackendCallException call && call.isAnswer()) {
        return isTransient(String.valueOf(call.getMessage()), isHarmless());
      }
      return mayHaveHappened(failure) && isHarmless();
    }

    private static boolean mayHaveHappened(Throwable failure) {
      return (failure instanceof BackendCallException call && !call.isAnswer())
          || failure instanceof CallTimeoutException;
    }

    private void next() {
      if (others.hasNext()) {
        Fallback next = others.next();
        fallback = next;
        tool = next.tool();
        follow(attempts.make(next, !others.hasNext()));
      } else if (firstAnswer != null) {
        settle(firstAnswer);
      } else if (firstFailure != null) {
        fail(firstFailure);
      }
    }
  }

  /**
   * Whether a call that ended with this text may be made elsewhere.
   *
   * @param harmless whether it may have been carried out nonetheless
   */
  static boolean isTransient(String text, boolean harmless) {
    return text.length() <= LONGEST_ERROR
        && (REFUSED.matcher(text).find() || (harmless && UNANSWERED.matcher(text).find()));
  }
}
