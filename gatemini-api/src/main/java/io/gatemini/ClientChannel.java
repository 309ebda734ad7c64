package io.gatemini;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.async.Relay;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.stability.Incubating;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The way back to the client whose call is open: progress, log lines, questions. Methods return at
 * once and may be called on any thread; after the end of the call they do nothing. An
 * implementation says what its client can do; the rest is that of {@link #none}.
 */
@Incubating
public interface ClientChannel {
  /** A client that listens to nothing and declines every question. */
  static ClientChannel none() {
    return NoClient.INSTANCE;
  }

  /** The listener to the progress of the call; ask for progress only while it listens. */
  default ProgressListener progress() {
    return ProgressListener.none();
  }

  /** Shows the client a line for its log, if it wants lines of that level. */
  default void log(LogMessage message) {}

  /**
   * Asks the client. Cancelling the stage's future takes the question back.
   *
   * @return its answer; empty where the client declines, or cannot be asked
   */
  default CompletionStage<Optional<RawJson>> ask(Question question) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /**
   * Asks the person behind the client, by a form without fields: to accept it is yes, to decline it
   * is no. Cancelling the stage's future takes the question back.
   *
   * @param text the question, for a person
   * @return the answer; empty where the person cancels, or cannot be asked
   */
  default CompletionStage<Optional<Boolean>> confirm(String text) {
    ObjectNode form = JsonNodeFactory.instance.objectNode().put("message", text);
    form.putObject("requestedSchema").put("type", "object").putObject("properties");
    return Relay.map(
        ask(new Question(Question.Kind.ELICITATION, RawJson.of(form))),
        answer ->
            answer
                .map(it -> it.tree().path("action").asText())
                .filter(action -> action.equals("accept") || action.equals("decline"))
                .map("accept"::equals));
  }

  /** This channel with another listener to progress. */
  default ClientChannel withProgress(ProgressListener progress) {
    return new ListeningClient(this, progress);
  }

  /** This channel with somebody who answers one kind of question. */
  default ClientChannel withAnswers(Question.Kind kind, Answerer answerer) {
    return new AnsweringClient(this, kind, answerer);
  }

  /** Answers questions of one kind. Returns at once; called on any thread. */
  @FunctionalInterface
  interface Answerer {
    /**
     * Answers a question. The stage's future is cancelled where the question is taken back.
     *
     * @param params as the protocol has them, an object
     * @return the result as the protocol has it, an object; empty to decline
     */
    CompletionStage<Optional<RawJson>> answer(RawJson params);
  }

  /**
   * A question of a backend to the client behind the call.
   *
   * @param params as the protocol has them, an object
   * @param name identifies it among the questions of its call, where the backend named it; else
   *     empty
   */
  record Question(Kind kind, RawJson params, String name) {
    /** A question that was not named. */
    public Question(Kind kind, RawJson params) {
      this(kind, params, "");
    }

    /** The kinds of questions. */
    public enum Kind {
      /** The person is asked for something: {@code elicitation/create}. */
      ELICITATION,
      /** The client's model is asked: {@code sampling/createMessage}. */
      SAMPLING,
      /** The client is asked for its folders: {@code roots/list}. */
      ROOTS
    }
  }
}

enum NoClient implements ClientChannel {
  INSTANCE
}

record ListeningClient(ClientChannel client, ProgressListener progress) implements ClientChannel {
  @Override
  public void log(LogMessage message) {
    client.log(message);
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question) {
    return client.ask(question);
  }

  @Override
  public ClientChannel withProgress(ProgressListener other) {
    return new ListeningClient(client, other);
  }
}

record AnsweringClient(ClientChannel client, ClientChannel.Question.Kind kind, Answerer answerer)
    implements ClientChannel {
  @Override
  public ProgressListener progress() {
    return client.progress();
  }

  @Override
  public void log(LogMessage message) {
    client.log(message);
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question) {
    return question.kind() == kind ? answerer.answer(question.params()) : client.ask(question);
  }
}
