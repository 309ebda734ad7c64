package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.CallInterceptor.Chain;
import io.gatemini.spi.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one way into a backend, whoever asks: the surface, a script, Java.
 *
 * <pre>
 * resolve ▸ host's interceptors ▸ arguments ▸ timeout ▸ record ▸ ready ▸ Backend
 * </pre>
 *
 * <p>A call to a healthy backend runs through on the caller's thread and returns the backend's own
 * future: completing that from outside is what cancels the work, so no stage may put another future
 * in between.
 */
public final class CallPath {
  private final Catalog catalog;
  private final Backends backends;
  private final Function<String, GatewayException> unknown;
  private final Deadlines deadlines;
  private final Chain chain;

  public CallPath(
      Catalog catalog,
      Backends backends,
      CallTracker tracker,
      Deadlines deadlines,
      List<CallInterceptor> hostInterceptors,
      Function<ToolDefinition, String> exampleCall,
      Function<String, GatewayException> unknown) {
    this.catalog = catalog;
    this.backends = backends;
    this.unknown = unknown;
    this.deadlines = deadlines;
    List<CallInterceptor> interceptors = new ArrayList<>(hostInterceptors);
    interceptors.add(new ArgumentCheckInterceptor(backends, exampleCall));
    interceptors.add(new TimeoutInterceptor(deadlines));
    interceptors.add(new RecordInterceptor(tracker));
    interceptors.add(new ReadyInterceptor(backends));
    Chain next = this::callBackend;
    for (int i = interceptors.size() - 1; i >= 0; i--) {
      CallInterceptor interceptor = interceptors.get(i);
      Chain rest = next;
      next = call -> interceptor.intercept(call, rest);
    }
    this.chain = next;
  }

  /** Calls a tool; the future fails with a {@link GatewayException}. */
  public CompletableFuture<ToolResult> call(ToolCall call) {
    long now = System.nanoTime();
    ToolDefinition tool = catalog.snapshot().resolve(call.tool()).orElse(null);
    return tool != null ? call(call, tool, now) : awaitStarting(call, now);
  }

  private CompletableFuture<ToolResult> call(ToolCall call, ToolDefinition tool, long now) {
    if (call.readOnly() && !tool.annotations().readOnlyHint().orElse(false)) {
      return CompletableFuture.failedFuture(new CallRefusedException(mayWrite(tool)));
    }
    long nanos = Long.MAX_VALUE;
    ManagedBackend backend = backends.get(tool.backend());
    if (backend != null) {
      nanos = backend.config().timeout().toNanos();
    }
    if (call.timeout().isPresent()) {
      nanos = Math.min(nanos, call.timeout().get().toNanos());
    }
    Invocation invocation =
        new Invocation(
            tool, call.arguments(), call.session(), call.progress(), now + nanos, call.callers());
    try {
      return chain.proceed(invocation).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static String mayWrite(ToolDefinition tool) {
    return "\""
        + tool.name()
        + "\" was not called: it does not say that it only reads, and read_only calls no other"
        + " tools; leave it out, or repeat without read_only";
  }

  /**
   * What a call would be refused for before any backend is asked, without making it; empty when
   * nothing is known.
   */
  public Optional<String> problem(String tool, RawJson arguments) {
    ToolDefinition known = catalog.snapshot().resolve(tool).orElse(null);
    if (known == null) {
      return Optional.of(String.valueOf(unknown.apply(tool).getMessage()));
    }
    ManagedBackend backend = backends.get(known.backend());
    return backend == null || !backend.config().validateArguments()
        ? Optional.empty()
        : backend.argumentRules(known).violation(arguments);
  }

  /** The tool may belong to a backend that is only just starting. */
  private CompletableFuture<ToolResult> awaitStarting(ToolCall call, long now) {
    int dot = call.tool().indexOf('.');
    ManagedBackend starting =
        dot < 0 ? null : backends.startingUnder(call.tool().substring(0, dot)).orElse(null);
    if (starting == null) {
      return CompletableFuture.failedFuture(unknown.apply(call.tool()));
    }
    long timeout = call.timeout().orElse(starting.config().timeout()).toNanos();
    CompletableFuture<ToolResult> result =
        Handover.after(
            starting.ready(),
            () ->
                catalog
                    .snapshot()
                    .resolve(call.tool())
                    .map(tool -> call(call, tool, now))
                    .orElseGet(() -> CompletableFuture.failedFuture(unknown.apply(call.tool()))));
    deadlines.watch(result, now + timeout, () -> TimeoutInterceptor.expired(call.tool(), timeout));
    return result;
  }

  private CompletableFuture<ToolResult> callBackend(Invocation call) {
    Backend backend = active(call);
    if (backend == null) {
      return CompletableFuture.failedFuture(
          ReadyInterceptor.unavailable(call.tool().backend(), "it has just ended"));
    }
    return backend
        .call(
            new BackendCall(
                call.tool().originalName(),
                call.arguments(),
                call.session(),
                call.progress(),
                call.callers(),
                call.deadlineNanos()))
        .toCompletableFuture();
  }

  private @Nullable Backend active(Invocation call) {
    ManagedBackend managed = backends.get(call.tool().backend());
    return managed == null ? null : managed.active();
  }
}
