package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallRefusedException;
import io.gatemini.ClientChannel.Question;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.internal.text.VisibleJson;
import io.gatemini.internal.text.VisibleText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The forms of questions and of their answers (specification 2025-11-25, client features).
 * Malformed questions are rejected here: neither a client nor a server has to handle the other's
 * mistakes.
 */
final class QuestionForm {
  /** Why an answer is none; the members of the protocol have no place for it. */
  private static final String REASON = "io.gatemini/reason";

  private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");

  /** The members of a schema that allow values. */
  private static final Set<String> VALUES = Set.of("enum", "const");

  private QuestionForm() {}

  /**
   * The question as the client receives it: with the name of the backend where a person reads it,
   * and without what concerns the backend's connection alone.
   *
   * @param name that the server gave it; empty for none
   * @throws InvalidArgumentsException naming the member that is wrong
   */
  static Question read(Question.Kind kind, RawJson params, String backend, String name) {
    if (!(params.tree() instanceof ObjectNode given)) {
      throw new InvalidArgumentsException("\"params\" must be an object");
    }
    ObjectNode question = given.deepCopy();
    question.remove("_meta");
    question.remove("task");
    switch (kind) {
      case ELICITATION -> elicitation(question, backend, !name.isEmpty());
      case SAMPLING -> sampling(question);
      case ROOTS -> question.removeAll();
    }
    RawJson whole = question.isEmpty() ? RawJson.emptyObject() : RawJson.of(question);
    return new Question(kind, whole, name);
  }

  private static void elicitation(ObjectNode question, String backend, boolean named) {
    check(question.path("message").isTextual(), "\"message\" must be a string");
    JsonNode mode = question.path("mode");
    if (isUrl(question)) {
      check(
          isAddress(question.path("url").asText()),
          "\"url\" must be an http or https address without a user name and hidden characters");
      if (named && !question.has("elicitationId")) {
        // Later versions have none; clients of earlier ones need it.
        question.put("elicitationId", UUID.randomUUID().toString());
      }
      check(question.path("elicitationId").isTextual(), "\"elicitationId\" must be a string");
    } else {
      check(
          mode.isMissingNode() || mode.asText().equals("form"),
          "\"mode\" must be \"form\" or \"url\"");
      check(
          question.path("requestedSchema").isObject(),
          "\"requestedSchema\" must be an object, the schema of the form");
      JsonNode schema = question.get("requestedSchema");
      checkAnswers(schema, false);
      question.set("requestedSchema", VisibleJson.lines(schema));
    }
    // Indented: no line begins as one of the gateway's own.
    String shown = VisibleText.of(question.path("message").asText()).replace("\n", "\n  ");
    String message = "Backend \"" + backend + "\" asks: " + shown;
    SurfaceJson.put(question, "message", message);
  }

  /**
   * Names and allowed values come back in the answer as they are, and so must be visible.
   *
   * @param allowed whether texts here are allowed values
   */
  private static void checkAnswers(JsonNode node, boolean allowed) {
    check(!allowed || isLine(node.asText()), "an allowed value of the form has hidden characters");
    if (node.isArray()) {
      node.forEach(element -> checkAnswers(element, allowed));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      check(isLine(member.getKey()), "a name in the form has hidden characters");
      checkAnswers(member.getValue(), VALUES.contains(member.getKey()));
    }
  }

  private static boolean isLine(String text) {
    return VisibleText.line(text).equals(text);
  }

  private static void sampling(ObjectNode question) {
    check(question.path("messages").isArray(), "\"messages\" must be an array");
    check(question.path("maxTokens").isNumber(), "\"maxTokens\" must be a number");
    Stream.of("messages", "systemPrompt", "tools")
        .filter(question::has)
        .forEach(name -> question.set(name, VisibleJson.of(question.get(name))));
    // The client would add text of other backends.
    question.remove("includeContext");
  }

  static boolean isUrl(JsonNode question) {
    return question.path("mode").asText().equals("url");
  }

  private static boolean isAddress(String text) {
    try {
      URI url = new URI(text);
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      return (scheme.equals("https") || scheme.equals("http"))
          && url.getHost() != null
          // A person reads "bank.example@evil.example" as the bank.
          && url.getRawUserInfo() == null
          && VisibleText.isVisible(text);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void check(boolean isRight, String problem) {
    if (!isRight) {
      throw new InvalidArgumentsException(problem);
    }
  }

  /**
   * The answer as the backend receives it.
   *
   * @param answer that of the client; empty where it declined
   * @throws CallRefusedException where it declined, and the protocol has no word for that
   * @throws BackendCallException where it is malformed
   */
  static RawJson answer(Question.Kind kind, Optional<RawJson> answer) {
    if (answer.isEmpty()) {
      return declined(kind);
    }
    JsonNode result = answer.get().tree();
    boolean isRight =
        switch (kind) {
          case ELICITATION ->
              ACTIONS.contains(result.path("action").asText())
                  && (!result.has("content") || result.get("content").isObject());
          case SAMPLING ->
              result.path("role").isTextual()
                  && result.path("model").isTextual()
                  && result.path("content").isContainerNode();
          case ROOTS -> result.path("roots").isArray();
        };
    if (!isRight) {
      throw BackendCallException.answered("the client answered with an invalid result");
    }
    return answer.get();
  }

  private static RawJson declined(Question.Kind kind) {
    String reason = "the client of this call declined, or cannot be asked this";
    if (kind != Question.Kind.ELICITATION) {
      throw new CallRefusedException(reason);
    }
    return elicited("decline", reason);
  }

  /** The answer where no one can be asked. */
  static RawJson cancelled(String reason) {
    return elicited("cancel", reason);
  }

  private static RawJson elicited(String action, String reason) {
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("action", action);
    result.putObject("_meta").put(REASON, reason);
    return RawJson.of(result);
  }
}
