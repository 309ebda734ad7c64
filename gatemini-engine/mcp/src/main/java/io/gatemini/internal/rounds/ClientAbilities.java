package io.gatemini.internal.rounds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.ClientChannel.Question;

/**
 * The questions that a client can be asked, from its {@code initialize} (specification 2025-11-25,
 * client capabilities).
 *
 * @param forms whether it shows forms, which is all that older versions know
 * @param pages whether it leads its person to addresses
 * @param samplingWithTools whether its model may call tools of the one who asks
 */
public record ClientAbilities(
    boolean forms, boolean pages, boolean sampling, boolean samplingWithTools, boolean roots) {

  /** None of them. */
  public static final ClientAbilities NONE = of(NullNode.instance);

  /** Reads the capabilities that it announced. */
  public static ClientAbilities of(JsonNode capabilities) {
    JsonNode elicitation = capabilities.path("elicitation");
    JsonNode sampling = capabilities.path("sampling");
    return new ClientAbilities(
        elicitation.isObject() && (elicitation.has("form") || !elicitation.has("url")),
        elicitation.path("url").isObject(),
        sampling.isObject(),
        sampling.path("tools").isObject(),
        capabilities.path("roots").isObject());
  }

  /** Whether it can be asked that. */
  public boolean include(Question question) {
    JsonNode params = question.params().tree();
    return switch (question.kind()) {
      case ELICITATION -> params.path("mode").asText().equals("url") ? pages : forms;
      case SAMPLING ->
          sampling && (samplingWithTools || !(params.has("tools") || params.has("toolChoice")));
      case ROOTS -> roots;
    };
  }

  /** The request by which that is asked. */
  public static String method(Question.Kind kind) {
    return switch (kind) {
      case ELICITATION -> "elicitation/create";
      case SAMPLING -> "sampling/createMessage";
      case ROOTS -> "roots/list";
    };
  }
}
