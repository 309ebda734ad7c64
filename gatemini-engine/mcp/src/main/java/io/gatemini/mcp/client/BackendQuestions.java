package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ClientChannel.Question;
import io.gatemini.ClientChannel.Question.Kind;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Deadlines.PausableDeadline;
import io.gatemini.internal.peer.OpenQuestions;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.PendingRequests.OpenCall;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.BackendContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Questions of a server while it works on calls: they go to the client whose call is open, if the
 * operator trusts the server with them, and end with that call. All others are declined at once, in
 * words for the author of the server. Thread-safe.
 */
final class BackendQuestions {
  private final BackendContext context;
  private final PendingRequests pending;
  private final Deadlines deadlines;

  /**
   * @param pending the calls that the server works on
   */
  BackendQuestions(BackendContext context, PendingRequests pending) {
    this.context = context;
    this.pending = pending;
    this.deadlines = Deadlines.of(context);
  }

  /** The handlers by method. */
  Map<String, ServerRequests.Method> methods() {
    return Map.of(
        "elicitation/create", (params, cause) -> ask(Kind.ELICITATION, params, cause),
        "sampling/createMessage", (params, cause) -> ask(Kind.SAMPLING, params, cause),
        "roots/list", (params, cause) -> ask(Kind.ROOTS, params, cause));
  }

  private CompletionStage<RawJson> ask(Kind kind, RawJson params, long cause) {
    checkTrust(kind, params.tree());
    Question question = QuestionForm.read(kind, params, context.name(), "");
    List<OpenCall> calls = callsBehind(cause);
    // Any of a client's calls will do; the last one is open longest.
    OpenCall call = calls.get(calls.size() - 1);
    CompletableFuture<RawJson> answer = ask(question, call.context(), call.questions(most()));
    if (kind == Kind.ELICITATION) {
      // Each of them may be the one that waits for the person.
      calls.stream()
          .filter(other -> other != call)
          .map(other -> other.context().client())
          .forEach(
              client -> {
                if (client instanceof PausableDeadline deadline) {
                  deadline.pauseUntil(answer);
                }
              });
    }
    return answer;
  }

  /**
   * Asks the client of a call.
   *
   * @param name that the server gave the question
   * @param questions those of the call
   */
  CompletableFuture<RawJson> ask(
      Kind kind, RawJson params, String name, CallContext call, OpenQuestions questions) {
    checkTrust(kind, params.tree());
    return ask(QuestionForm.read(kind, params, context.name(), name), call, questions);
  }

  /** How many questions a call may ask in all. */
  int most() {
    return context.config().trust().questions();
  }

  private CompletableFuture<RawJson> ask(
      Question question, CallContext call, OpenQuestions questions) {
    CompletableFuture<RawJson> answer =
        questions.ask(
            () -> call.client().ask(question), it -> QuestionForm.answer(question.kind(), it));
    ClientQuestions.ofProcess().add(call.session().client(), answer);
    Duration most = context.config().questionTimeout();
    deadlines.watch(
        answer,
        System.nanoTime() + TimeUnit.NANOSECONDS.convert(most),
        () ->
            new CallTimeoutException(
                "the client did not answer within "
                    + Durations.text(most)
                    + ", the question_timeout of this backend"));
    return answer;
  }

  private void checkTrust(Kind kind, JsonNode params) {
    TrustConfig trust = context.config().trust();
    switch (kind) {
      case ELICITATION -> {
        Elicitation least = QuestionForm.isUrl(params) ? Elicitation.URL : Elicitation.FORM;
        check(trust.elicitation().compareTo(least) >= 0, "trust.elicitation");
      }
      case SAMPLING -> check(trust.sampling(), "trust.sampling");
      case ROOTS -> check(trust.roots(), "trust.roots");
    }
  }

  private static void check(boolean isTrusted, String key) {
    if (!isTrusted) {
      throw new CallRefusedException(
          "the operator of this gateway does not let this server ask that (" + key + ")");
    }
  }

  private static String asker(CallContext context) {
    Session session = context.session();
    return session.id() + session.attribute(Session.REQUEST).map(" "::concat).orElse("");
  }

  /** The calls of the one client that a question can belong to, in the order they were made. */
  private List<OpenCall> callsBehind(long cause) {
    List<OpenCall> calls =
        pending.calls().stream()
            .filter(call -> cause == ServerRequests.NO_CAUSE || call.id() == cause)
            .sorted(Comparator.comparingLong(OpenCall::id))
            .toList();
    if (calls.isEmpty()) {
      throw new CallRefusedException(
          "no call of a client is open to which the question belongs; ask while one is");
    }
    if (calls.stream().map(OpenCall::context).map(BackendQuestions::asker).distinct().count() > 1) {
      throw new CallRefusedException(
          "calls of several clients are open, and the question does not say which one it belongs to; over"
              + " HTTP, ask on the stream of the call");
    }
    return calls;
  }
}
