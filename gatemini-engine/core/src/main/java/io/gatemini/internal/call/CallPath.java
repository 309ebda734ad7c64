package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.argument.CheckedArguments;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.call.FallbackChain.Fallback;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.CallInterceptor.Chain;
import io.gatemini.spi.Invocation;
import io.gatemini.spi.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The only way into a backend, for the surface, scripts and Java alike.
 *
 * <pre>
 * resolve ▸ fallback ▸ repair ▸ host's interceptors ▸ arguments ▸ timeout ▸ sign-in ▸ retry
 *         ▸ ready ▸ rate limit ▸ permit ▸ ready ▸ record ▸ Backend
 * </pre>
 *
 * <ul>
 *   <li><b>fallback</b> is outside of everything: the call at another backend is a call like any
 *       other, with the original arguments. The host's interceptors see each attempt with its own
 *       outcome, and may forbid or rewrite it.
 *   <li><b>repair</b> makes arguments right that have one meaning only, before the host's
 *       interceptors: what these allow is what is called.
 *   <li><b>the host's interceptors</b> come before anything that costs: what a policy refuses takes
 *       no token, no permit, and is not repeated.
 *   <li><b>timeout</b> is around all that waits: the turn, the start of a backend, the pauses
 *       between repetitions.
 *   <li><b>sign-in</b> is offered where all below fails for want of it; the deadline stands still
 *       while the person signs in.
 *   <li><b>retry</b> is outside of the limits: each repetition is a call to the far side and takes
 *       a token and a permit like one, and no permit is held during a pause.
 *   <li><b>ready</b> is asked before the limits, so that a call to a backend that is down fails at
 *       once, takes no token, and does not queue behind calls that hang; and again behind them,
 *       because a backend can end while a call waits for its turn.
 *   <li><b>rate limit</b> comes before the permit: who is refused should not have queued for it.
 *   <li><b>record</b> is innermost: the latency of a tool is that of its backend, not of a queue.
 *       Every attempt is counted, a repetition and a fallback as calls of their own, under the tool
 *       that was asked. A call that ends before it reaches a backend (refused, or given up in a
 *       queue) counts as an error without a latency, and so does each attempt at a backend that is
 *       down; a refusal by the host or the argument check is no call.
 * </ul>
 *
 * <p>A call to a healthy backend without limits that answers at once runs through on the caller's
 * thread and returns the backend's own future. Where a call must wait, or may be repeated, a {@link
 * CallRelay} stands for it. In both cases completing the future from outside is what cancels the
 * work, so no stage may put any other future in between.
 */
public final class CallPath {
  private final Catalog catalog;
  private final Backends backends;
  private final BiFunction<String, Session, GatewayException> unknown;
  private final GatewayEvents events;
  private final Deadlines deadlines;
  private final FallbackChain fallbacks;
  private final SignInOffer signIn;
  private final Chain chain;
  private final Chain chainWithoutRetry;

  public CallPath(
      Catalog catalog,
      Backends backends,
      CallTracker tracker,
      GatewayEvents events,
      PluginContext engine,
      List<CallInterceptor> hostInterceptors,
      BiFunction<ToolDescriptor, JsonNode, String> example,
      BiFunction<String, Session, GatewayException> unknown) {
    this.catalog = catalog;
    this.backends = backends;
    this.unknown = unknown;
    this.events = events;
    this.deadlines = Deadlines.of(engine);
    this.fallbacks = new FallbackChain(catalog, backends);
    this.signIn = new SignInOffer(backends, deadlines);
    ReadyInterceptor ready = new ReadyInterceptor(backends, deadlines, tracker);
    List<CallInterceptor> interceptors = new ArrayList<>();
    if (hostInterceptors.isEmpty()) {
      interceptors.add(new ArgumentCheckInterceptor(backends, example, true, true));
    } else {
      interceptors.add(new ArgumentCheckInterceptor(backends, example, true, false));
      hostInterceptors.forEach(it -> interceptors.add(new GuardedInterceptor(it)));
      interceptors.add(new ArgumentCheckInterceptor(backends, example, false, true));
    }
    interceptors.add(new TimeoutInterceptor(deadlines, backends));
    interceptors.add(signIn);
    RetryInterceptor retry = new RetryInterceptor(backends, engine);
    interceptors.add(retry);
    interceptors.add(ready);
    interceptors.add(new RateLimitInterceptor(backends, tracker));
    interceptors.add(new PermitInterceptor(backends, deadlines, tracker));
    interceptors.add(ready);
    interceptors.add(new PinInterceptor(backends, tracker));
    interceptors.add(new RecordInterceptor(tracker, backends));
    this.chain = chain(interceptors);
    interceptors.remove(retry);
    this.chainWithoutRetry = chain(interceptors);
  }

  private Chain chain(List<CallInterceptor> interceptors) {
    Chain next = this::callBackend;
    for (int i = interceptors.size() - 1; i >= 0; i--) {
      CallInterceptor interceptor = interceptors.get(i);
      Chain rest = next;
      next = call -> interceptor.intercept(call, rest);
    }
    return next;
  }

  /** Calls a tool; the future fails with a {@link GatewayException}. */
  public CompletableFuture<ToolResult> call(ToolCall call) {
    long now = System.nanoTime();
    ToolDescriptor tool = resolved(call.tool(), call.context().session());
    CompletableFuture<ToolResult> answer =
        tool != null ? call(call, tool, now) : callUnlisted(call, now);
    if (!answer.isDone() || answer.isCompletedExceptionally()) {
      answer.whenComplete((result, failure) -> reportRefusal(call, failure));
    }
    return answer;
  }

  /**
   * Resolves a name, unless it is the key of a backend without tools at the moment: another backend
   * that is written alike must not get its calls.
   */
  private @Nullable ToolDescriptor resolved(String name, Session session) {
    CatalogSnapshot snapshot = catalog.snapshot(session);
    ToolDescriptor tool = snapshot.resolve(name).orElse(null);
    int dot = name.indexOf('.');
    if (tool == null || dot < 0 || tool.key().equals(name)) {
      return tool;
    }
    boolean isOfAnother =
        !snapshot.aliases().containsKey(name)
            && backends
                .under(name.substring(0, dot))
                .filter(owner -> !owner.name().equals(tool.backend()))
                .isPresent();
    return isOfAnother ? null : tool;
  }

  private GatewayException unknown(ToolCall call) {
    return unknown.apply(call.tool(), call.context().session());
  }

  private void reportRefusal(ToolCall call, @Nullable Throwable failure) {
    Throwable cause = failure == null ? null : Causes.of(failure);
    if (cause instanceof CallRefusedException refusal) {
      events.callRefused(
          call.context().session(), call.tool(), String.valueOf(refusal.getMessage()));
    }
  }

  private CompletableFuture<ToolResult> call(ToolCall call, ToolDescriptor tool, long arrived) {
    ManagedBackend backend = backends.get(tool.backend());
    List<Fallback> others =
        backend == null ? List.of() : fallbacks.others(backend, tool.originalName());
    CompletableFuture<ToolResult> first =
        attempt(call, tool, others.isEmpty() ? chain : chainWithoutRetry, arrived, arrived);
    return others.isEmpty()
        ? first
        : fallbacks.behind(first, tool.backend(), tool, others, elsewhere(call, arrived));
  }

  private FallbackChain.Attempts elsewhere(ToolCall call, long arrived) {
    return (fallback, isLast) -> {
      Chain path = isLast ? chain : chainWithoutRetry;
      ToolDescriptor tool = fallback.tool();
      long now = System.nanoTime();
      return tool != null
          ? attempt(call, tool, path, arrived, now)
          : awaitStarting(
              new ToolCall(fallback.name(), call.arguments(), call.context()),
              fallback.backend(),
              path,
              arrived,
              now);
    };
  }

  /**
   * @param arrived when the caller began to wait
   * @param now when the backend's own time begins
   */
  private CompletableFuture<ToolResult> attempt(
      ToolCall call, ToolDescriptor tool, Chain path, long arrived, long now) {
    CallContext context = call.context();
    if (context.readOnly() && !tool.annotations().readOnlyHint().orElse(false)) {
      return CompletableFuture.failedFuture(new CallRefusedException(mayWrite(tool)));
    }
    ManagedBackend backend = backends.get(tool.backend());
    long nanos;
    if (context.timeout().isPresent()) {
      // Saturates: a caller may wait for ever.
      nanos = arrived + TimeUnit.NANOSECONDS.convert(context.timeout().get()) - now;
      if (backend != null) {
        nanos = Math.min(nanos, TimeUnit.NANOSECONDS.convert(backend.config().maxTimeout()));
      }
    } else {
      nanos = backend == null ? Long.MAX_VALUE : backend.config().timeout().toNanos();
    }
    if (nanos <= 0) {
      return CompletableFuture.failedFuture(TimeoutInterceptor.noTimeLeft(tool.key()));
    }
    Invocation invocation =
        new Invocation(tool, call.arguments(), context.withDeadline(now + nanos));
    return path.proceed(invocation).toCompletableFuture();
  }

  private static String mayWrite(ToolDescriptor tool) {
    return "\""
        + tool.key()
        + "\" was not called: it is not annotated as read-only, and read_only calls no other"
        + " tools; leave it out, or repeat without read_only";
  }

  /**
   * The reason for which a call would be refused before any backend is asked, without making it;
   * empty when nothing is known.
   */
  public Optional<String> problem(String tool, RawJson arguments, Session session) {
    ToolDescriptor known = catalog.snapshot(session).resolve(tool).orElse(null);
    if (known == null) {
      return Optional.of(String.valueOf(unknown.apply(tool, session).getMessage()));
    }
    ManagedBackend backend = backends.get(known.backend());
    return backend == null || !backend.config().validateArguments()
        ? Optional.empty()
        : Optional.of(backend.argumentRules(known).checked(arguments, true))
            .filter(checked -> !checked.isRight())
            .map(CheckedArguments::problem);
  }

  /** Why a backend, as programs write it, is not available; empty where it is, or is not known. */
  public Optional<String> down(String identifier, Session session) {
    return backends
        .written(identifier)
        .filter(backend -> catalog.isVisible(backend.name(), session))
        .filter(backend -> backend.active() == null)
        .map(backend -> String.valueOf(ReadyInterceptor.down(backend).getMessage()));
  }

  /** The tool may belong to a backend that is only just starting, or that never came up. */
  private CompletableFuture<ToolResult> callUnlisted(ToolCall call, long now) {
    int dot = call.tool().indexOf('.');
    String prefix = call.tool().substring(0, Math.max(0, dot));
    ManagedBackend owner =
        backends
            .under(prefix)
            .or(() -> backends.named(prefix))
            .filter(backend -> catalog.isVisible(backend.name(), call.context().session()))
            .orElse(null);
    if (owner == null) {
      return CompletableFuture.failedFuture(unknown(call));
    }
    if (owner.active() != null) {
      // It may have listed the tool since the first look, so there is a second.
      return awaitStarting(call, owner, chain, now, now);
    }
    String originalName = call.tool().substring(dot + 1);
    List<Fallback> others = fallbacks.others(owner, originalName);
    CompletableFuture<ToolResult> first =
        owner.takesSignIn()
            ? signIn.around(
                owner, call.context(), () -> awaited(call, owner, others, now), () -> call(call))
            : awaited(call, owner, others, now);
    return others.isEmpty()
        ? first
        : fallbacks.behind(first, owner.name(), null, others, elsewhere(call, now));
  }

  private CompletableFuture<ToolResult> awaited(
      ToolCall call, ManagedBackend owner, List<Fallback> others, long now) {
    return owner.status().state() == BackendState.STARTING
            || owner.active() != null
            || (owner.status().toolCount() == 0 && !owner.ready().isCompletedExceptionally())
        ? awaitStarting(call, owner, chain, now, now)
        : CompletableFuture.failedFuture(
            // One that never came up has listed nothing: the name may be right.
            others.isEmpty() && owner.status().toolCount() > 0
                ? unknown(call)
                : ReadyInterceptor.down(owner));
  }

  /**
   * @param arrived when the caller began to wait
   * @param now when the waiting for this backend begins
   */
  private CompletableFuture<ToolResult> awaitStarting(
      ToolCall call, ManagedBackend starting, Chain path, long arrived, long now) {
    long deadline =
        call.context()
            .timeout()
            .map(total -> arrived + TimeUnit.NANOSECONDS.convert(total))
            .orElseGet(() -> now + TimeUnit.NANOSECONDS.convert(starting.config().timeout()));
    EarlyCall result = new EarlyCall(call, path, arrived, now, deadline);
    deadlines.at(
        result,
        deadline,
        () ->
            result.late(
                starting.active() == null
                    ? ReadyInterceptor.stillStarting(starting, now)
                    : TimeoutInterceptor.expired(
                        call.tool(),
                        call.context().timeout(),
                        starting.config(),
                        starting.name())));
    CallRelay.whenReady(starting.ready(), result, EarlyCall::ready);
    return result;
  }

  /** A call of a tool that its backend has not listed yet. */
  private final class EarlyCall extends CallRelay {
    private final ToolCall call;
    private final Chain path;
    private final long arrived;
    private final long began;
    private final long deadline;
    private volatile boolean begun;

    EarlyCall(ToolCall call, Chain path, long arrived, long began, long deadline) {
      this.call = call;
      this.path = path;
      this.arrived = arrived;
      this.began = began;
      this.deadline = deadline;
    }

    /** Ends the waiting; a call that has begun has a deadline of its own, which may move. */
    void late(Throwable problem) {
      if (!begun) {
        fail(problem);
      }
    }

    void ready(@Nullable Throwable problem) {
      if (problem != null) {
        fail(Causes.of(problem));
      } else if (!isDone() && deadline - System.nanoTime() > 0) {
        begun = true;
        follow(
            catalog
                .snapshot(call.context().session())
                .resolve(call.tool())
                .map(tool -> attempt(call, tool, path, arrived, since()))
                .orElseGet(() -> CompletableFuture.failedFuture(unknown(call))));
      }
    }

    /**
     * When the backend's own time begins: not before it is there, where the caller allows more;
     * else that time is all the caller waits.
     */
    private long since() {
      return call.context().timeout().isPresent() ? System.nanoTime() : began;
    }
  }

  private CompletableFuture<ToolResult> callBackend(Invocation call) {
    Backend backend = active(call);
    if (backend == null) {
      // Between two looks, a moment; a repetition waits for it.
      return CompletableFuture.failedFuture(
          ReadyInterceptor.unavailable(call.tool().backend(), "it has just ended"));
    }
    return backend
        .call(new BackendCall(call.tool().originalName(), call.arguments(), call.context()))
        .toCompletableFuture();
  }

  private @Nullable Backend active(Invocation call) {
    ManagedBackend managed = backends.get(call.tool().backend());
    return managed == null ? null : managed.active();
  }
}
