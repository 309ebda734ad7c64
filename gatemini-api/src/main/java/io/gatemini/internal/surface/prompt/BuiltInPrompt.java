package io.gatemini.internal.surface.prompt;

import io.gatemini.Prompt;
import io.gatemini.PromptContent;
import io.gatemini.Session;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** One prompt of the gateway itself. Thread-safe. */
interface BuiltInPrompt {
  /** What clients see of it. */
  Prompt definition();

  /** What it says at this moment; required arguments are there, and none that it has not. */
  CompletionStage<PromptContent> get(Session session, Map<String, String> arguments);

  /** What one of its arguments can be, best first; empty where it can be anything. */
  default List<String> values(String argument) {
    return List.of();
  }
}
