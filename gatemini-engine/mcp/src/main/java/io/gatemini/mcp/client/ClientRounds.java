package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ClientChannel.Question.Kind;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.peer.OpenQuestions;
import io.gatemini.internal.peer.StatelessForm.InputRequired;
import io.gatemini.internal.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Requests that a server without a handshake answers with questions: the client behind the call
 * answers them all at once, and the request goes out again with the answers (specification
 * 2026-07-28, multi round-trip requests). Nothing of one request gets into another. Thread-safe.
 */
final class ClientRounds {
  /** A server that goes on asking after so many rounds is looping. */
  static final int MAX_ROUNDS = 20;

  private static final String REQUESTS = "inputRequests";
  private static final String STATE = "requestState";

  private static final Map<String, Kind> KINDS =
      Map.of(
          "elicitation/create", Kind.ELICITATION,
          "sampling/createMessage", Kind.SAMPLING,
          "roots/list", Kind.ROOTS);

  private final String backend;
  private final BackendQuestions questions;

  ClientRounds(String backend, BackendQuestions questions) {
    this.backend = backend;
    this.questions = questions;
  }

  /**
   * Sends a request until its server has no more questions.
   *
   * @param sending sends it with further parameters, an object
   */
  <T> CompletableFuture<T> run(
      CallContext context, Function<RawJson, CompletableFuture<T>> sending) {
    return next(new Run<>(context, sending, new AtomicInteger()), RawJson.emptyObject(), 0);
  }

  /** One request on its way through the rounds. */
  private record Run<T>(
      CallContext context, Function<RawJson, CompletableFuture<T>> sending, AtomicInteger asked) {}

  private <T> CompletableFuture<T> next(Run<T> run, RawJson further, int round) {
    return Relay.compose(
        run.sending.apply(further),
        (result, failure) -> {
          if (!(failure instanceof InputRequired asked)) {
            return ended(result, failure);
          }
          if (round >= MAX_ROUNDS) {
            throw invalid("asked again " + MAX_ROUNDS + " times; the call is given up");
          }
          return Relay.compose(
              further(asked.result().tree(), run),
              (parameters, problem) ->
                  parameters == null ? ended(null, problem) : next(run, parameters, round + 1));
        });
  }

  private static <T> CompletableFuture<T> ended(@Nullable T result, @Nullable Throwable failure) {
    return result != null
        ? CompletableFuture.completedFuture(result)
        : CompletableFuture.failedFuture(Objects.requireNonNull(failure));
  }

  /** The members of the next round beside the request: the answers and the state, exactly. */
  private CompletableFuture<RawJson> further(JsonNode asked, Run<?> run) {
    JsonNode requests = asked.path(REQUESTS);
    JsonNode state = asked.path(STATE);
    if ((requests.isMissingNode() && state.isMissingNode())
        || !(requests.isMissingNode() || requests.isObject())) {
      throw invalid("wants input, but does not say which");
    }
    ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    if (!state.isMissingNode()) {
      parameters.set(STATE, state);
    }
    if (requests.isMissingNode()) {
      return CompletableFuture.completedFuture(RawJson.of(parameters));
    }
    return Relay.map(
        answers(requests, run),
        answers -> {
          parameters.set("inputResponses", answers);
          return RawJson.of(parameters);
        });
  }

  private CompletableFuture<ObjectNode> answers(JsonNode requests, Run<?> run) {
    int before = run.asked.getAndAdd(requests.size());
    OpenQuestions open = new OpenQuestions(questions.most() - before);
    CompletableFuture<ObjectNode> all = new CompletableFuture<>();
    // Answered, failed or given up with the call: none of them stays open.
    all.whenComplete((answers, problem) -> open.end());
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    ObjectNode answers = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> request : requests.properties()) {
      CompletableFuture<RawJson> answer =
          Futures.of(() -> ask(request.getKey(), request.getValue(), run.context, open));
      waiting.add(
          answer.handle(
              (json, problem) -> {
                if (json != null) {
                  synchronized (answers) {
                    answers.set(request.getKey(), json.tree());
                  }
                } else {
                  all.completeExceptionally(unanswered(Causes.of(Objects.requireNonNull(problem))));
                }
                return null;
              }));
    }
    var unused =
        CompletableFuture.allOf(waiting.toArray(CompletableFuture<?>[]::new))
            .thenRun(() -> all.complete(answers));
    return all;
  }

  private CompletableFuture<RawJson> ask(
      String name, JsonNode request, CallContext call, OpenQuestions open) {
    Kind kind = KINDS.get(request.path("method").asText());
    if (kind == null) {
      throw invalid(
          "asks for \""
              + ForeignText.name(request.path("method").asText())
              + "\", which this client does not offer");
    }
    JsonNode params = request.path("params");
    RawJson given = params.isObject() ? RawJson.of(params) : RawJson.emptyObject();
    try {
      CompletableFuture<RawJson> answer = questions.ask(kind, given, name, call, open);
      return kind == Kind.ELICITATION
          ? Relay.handle(
              answer,
              (json, problem) -> json != null ? json : cancelled(Objects.requireNonNull(problem)))
          : answer;
    } catch (InvalidArgumentsException e) {
      throw invalid("asks \"" + ForeignText.name(name) + "\" in a wrong form: " + e.getMessage());
    } catch (CallRefusedException e) {
      return kind == Kind.ELICITATION
          ? CompletableFuture.completedFuture(cancelled(e))
          : CompletableFuture.failedFuture(e);
    }
  }

  /** The protocol has a word for a person that is not asked, or does not answer. */
  private static RawJson cancelled(Throwable problem) {
    if (problem instanceof CallRefusedException || problem instanceof CallTimeoutException) {
      return QuestionForm.cancelled(String.valueOf(problem.getMessage()));
    }
    throw Causes.unchecked(problem);
  }

  /** The call fails with its question; the call itself was not declined. */
  private Throwable unanswered(Throwable problem) {
    return problem instanceof CallRefusedException
        ? BackendCallException.answered(
            "backend \""
                + backend
                + "\" asks for something before it goes on, and has no answer: "
                + problem.getMessage())
        : problem;
  }

  private BackendCallException invalid(String what) {
    return BackendCallException.answered("backend \"" + backend + "\" " + what);
  }
}
