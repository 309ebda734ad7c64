package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.ClientChannel;
import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Deadlines.PausableDeadline;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import io.gatemini.spi.SignIn;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Where a call fails because a person has to sign in first: offers the address to the person behind
 * the client, and makes the call once more when they have. A client that cannot show an address, or
 * a person who declines, gets the failure.
 */
record SignInOffer(Backends backends, Deadlines deadlines) implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    return backend == null || !backend.takesSignIn()
        ? next.proceed(call)
        : around(backend, call.context(), () -> next.proceed(call), () -> next.proceed(call));
  }

  /** Makes an attempt at a call, and another one after a sign-in. */
  CompletableFuture<ToolResult> around(
      ManagedBackend backend,
      CallContext context,
      Supplier<? extends CompletionStage<ToolResult>> attempt,
      Supplier<? extends CompletionStage<ToolResult>> again) {
    return Relay.compose(
        attempt.get(),
        (result, failure) -> {
          if (!(failure instanceof BackendUnavailableException refusal) || !refusal.needsSignIn()) {
            return result == null
                ? CompletableFuture.failedFuture(Objects.requireNonNull(failure))
                : CompletableFuture.completedFuture(result);
          }
          backend.askForSignIn();
          if (context.client() != ClientChannel.none()) {
            return Relay.compose(
                signedIn(backend, context, refusal),
                (nothing, problem) ->
                    problem == null ? again.get() : CompletableFuture.failedFuture(problem));
          }
          return CompletableFuture.failedFuture(failure);
        });
  }

  private CompletableFuture<Void> signedIn(
      ManagedBackend backend, CallContext context, BackendUnavailableException refusal) {
    CompletableFuture<Void> done =
        Relay.compose(
            backend.signIn(),
            (signIn, problem) ->
                signIn == null
                    ? CompletableFuture.failedFuture(Objects.requireNonNull(problem))
                    : asked(backend, context, signIn, refusal));
    if (context.client() instanceof PausableDeadline deadline) {
      deadline.pauseUntil(done);
    }
    Duration most = backend.config().questionTimeout();
    deadlines.watch(
        done,
        System.nanoTime() + most.toNanos(),
        () ->
            new CallTimeoutException(
                "nobody signed in to backend \"%s\" within %s, its question_timeout"
                    .formatted(backend.name(), Durations.text(most))));
    return done;
  }

  /** A call that is given up takes its question back; others may wait for the same sign-in. */
  private static CompletableFuture<Void> asked(
      ManagedBackend backend,
      CallContext context,
      SignIn signIn,
      BackendUnavailableException refusal) {
    return Relay.compose(
        context.client().ask(new Question(Question.Kind.ELICITATION, form(backend, signIn))),
        (answer, problem) ->
            answer != null && isAccepted(answer)
                ? signIn.outcome().copy()
                : CompletableFuture.failedFuture(problem == null ? declined(refusal) : problem));
  }

  /** A call asks once. */
  private static BackendUnavailableException declined(BackendUnavailableException refusal) {
    return BackendUnavailableException.lasting(String.valueOf(refusal.getMessage()));
  }

  private static RawJson form(ManagedBackend backend, SignIn signIn) {
    ObjectNode form = JsonNodeFactory.instance.objectNode();
    form.put("mode", "url")
        .put("message", "Sign in to \"" + backend.name() + "\" to go on.")
        .put("url", signIn.address().toString())
        .put("elicitationId", UUID.randomUUID().toString());
    return RawJson.of(form);
  }

  private static boolean isAccepted(Optional<RawJson> answer) {
    return answer.filter(it -> it.tree().path("action").asText().equals("accept")).isPresent();
  }
}
