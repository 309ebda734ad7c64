package io.gatemini.internal.rounds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ClientChannel;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.OwnedFuture;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenQuestions;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.internal.rounds.Rounds.Round;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The work of one request over its rounds, and the client as that work sees it. Each round ends
 * with the result, or with the questions that are open. Thread-safe.
 */
final class Work implements ClientChannel {
  /** Questions that come together are handed out together. */
  private static final Duration GATHERING = Duration.ofMillis(5);

  private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

  private final Rounds rounds;
  private final JsonNode request;
  private final OpenQuestions questions = new OpenQuestions();
  private volatile @Nullable CompletableFuture<RawJson> result;

  // Guarded by this.
  private final Map<String, Asked> open = new LinkedHashMap<>();
  private final Map<String, RawJson> early = new LinkedHashMap<>();
  private ClientAbilities abilities = ClientAbilities.NONE;
  private @Nullable Round round;
  private @Nullable RoundResult roundResult;
  private int unnamed;

  private record Asked(Question question, CompletableFuture<Optional<RawJson>> answer) {}

  /**
   * @param request what does not change from round to round
   */
  Work(Rounds rounds, JsonNode request) {
    this.rounds = rounds;
    this.request = request;
  }

  boolean isOf(JsonNode other) {
    return request.equals(other);
  }

  /**
   * Looks at what the client brings.
   *
   * @throws InvalidArgumentsException where it cannot be an answer
   */
  void check(JsonNode responses) {
    for (Map.Entry<String, JsonNode> response : responses.properties()) {
      Asked asked;
      synchronized (this) {
        asked = open.get(response.getKey());
      }
      check(response.getKey(), response.getValue(), asked);
    }
  }

  private static void check(String name, JsonNode response, @Nullable Asked asked) {
    boolean form = asked != null && asked.question.kind() == Question.Kind.ELICITATION;
    if (!response.isObject() || (form && !ACTIONS.contains(response.path("action").asText()))) {
      throw new InvalidArgumentsException(
          "\"inputResponses."
              + ForeignText.name(name)
              + "\" must be "
              + (form ? "an object with an \"action\": accept, decline or cancel" : "an object"));
    }
  }

  /**
   * A round begins; the stage is how it ends. What the client brings is taken in the same moment,
   * for a question that is open in a round is asked again. An answer without a question waits for
   * it.
   */
  CompletableFuture<RawJson> enter(Round next, JsonNode responses) {
    RoundResult entered = new RoundResult();
    List<Runnable> answers = new ArrayList<>();
    synchronized (this) {
      round = next;
      abilities = next.abilities();
      roundResult = entered;
      for (Map.Entry<String, JsonNode> response : responses.properties()) {
        RawJson given = RawJson.of(response.getValue());
        Asked asked = open.remove(response.getKey());
        if (asked != null) {
          answers.add(() -> asked.answer.complete(Optional.of(given)));
        } else if (early.size() < OpenQuestions.MAX_OPEN) {
          early.put(response.getKey(), given);
        }
      }
    }
    answers.forEach(Runnable::run);
    CompletableFuture<RawJson> known = result;
    if (known != null && known.isDone()) {
      known.whenComplete(this::finished);
    } else if (known != null) {
      handOutSoon(); // what was not answered is asked again
    }
    return entered;
  }

  void begin(Function<ClientChannel, CompletionStage<RawJson>> beginning) {
    CompletableFuture<RawJson> begun = Futures.of(() -> beginning.apply(this));
    result = begun;
    begun.whenComplete(this::finished);
  }

  /** The client does not come back. */
  void abandon() {
    CompletableFuture<RawJson> known = result;
    if (known != null) {
      known.cancel(true);
    }
    questions.end();
  }

  private void finished(@Nullable RawJson json, @Nullable Throwable problem) {
    RoundResult ending = leave();
    if (ending != null) {
      questions.end();
      ending.end(json, problem);
    }
  }

  private synchronized @Nullable RoundResult leave() {
    RoundResult left = roundResult;
    roundResult = null;
    round = null;
    return left;
  }

  private void handOutSoon() {
    rounds.later(GATHERING, this::handOut);
  }

  private void handOut() {
    if (result == null) {
      handOutSoon(); // the work still begins, and may ask for more
      return;
    }
    RoundResult ending;
    Round asking;
    ObjectNode asked = JsonNodeFactory.instance.objectNode();
    synchronized (this) {
      asking = round;
      if (asking == null || open.isEmpty()) {
        return;
      }
      open.forEach(
          (name, one) ->
              asked
                  .putObject(name)
                  .put("method", ClientAbilities.method(one.question.kind()))
                  .set("params", one.question.params().tree()));
      ending = leave();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("resultType", "input_required");
    json.set("inputRequests", asked);
    json.put("requestState", rounds.park(this, asking.purpose()));
    if (ending != null) {
      ending.end(RawJson.of(json), null);
    }
  }

  @Override
  public ProgressListener progress() {
    Round now = current();
    return now == null || now.token().isMissingNode() ? ProgressListener.none() : this::report;
  }

  private void report(double progress, OptionalDouble total, Optional<String> message) {
    Round now = current();
    if (now != null && !now.token().isMissingNode()) {
      ObjectNode params = SurfaceJson.progress(progress, total, message);
      params.set("progressToken", now.token());
      now.way().accept(JsonRpcMessages.notification("notifications/progress", RawJson.of(params)));
    }
  }

  @Override
  public void log(LogMessage message) {
    Round now = current();
    if (now != null) {
      now.log().accept(message);
    }
  }

  private synchronized @Nullable Round current() {
    return round;
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question) {
    synchronized (this) {
      if (!abilities.include(question)) {
        return CompletableFuture.completedFuture(Optional.empty());
      }
    }
    return questions.ask(() -> asked(question), answer -> answer);
  }

  private CompletableFuture<Optional<RawJson>> asked(Question question) {
    CompletableFuture<Optional<RawJson>> answer = new CompletableFuture<>();
    String name;
    synchronized (this) {
      name = question.name().isEmpty() ? "question-" + ++unnamed : question.name();
      RawJson given = early.remove(name);
      if (given != null) {
        return CompletableFuture.completedFuture(Optional.of(given));
      }
      open.put(name, new Asked(question, answer));
    }
    answer.whenComplete(
        (done, problem) -> {
          synchronized (this) {
            open.remove(name);
          }
        });
    handOutSoon();
    return answer;
  }

  /** The end of a round; giving it up gives the work up. */
  private final class RoundResult extends OwnedFuture<RawJson> {
    void end(@Nullable RawJson json, @Nullable Throwable problem) {
      if (json != null) {
        settle(json);
      } else {
        fail(
            problem == null
                ? new IllegalStateException("neither a result nor a failure")
                : Causes.of(problem));
      }
    }

    @Override
    protected void givenUp(@Nullable Throwable problem) {
      abandon();
    }
  }
}
