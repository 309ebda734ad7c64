package io.gatemini.internal.surface.prompt;

import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** One prompt of the gateway itself. Thread-safe. */
interface BuiltInPrompt {
  /** The prompt that clients see. */
  Prompt definition();

  /** Its messages at this moment; required arguments are there, and none that it has not. */
  CompletionStage<PromptContent> get(Session session, Map<String, String> arguments);

  /** The values one of its arguments can have, best first; empty where it can be anything. */
  default List<String> values(String argument) {
    return List.of();
  }
}
