package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Prompts of a host or plug-in. Thread-safe; nothing here blocks. */
public interface PromptSource {
  /** The prompts that a session sees, in a fixed order. */
  List<Prompt> prompts(Session session);

  /** A prompt by its name, also where it is not among those that a session sees. */
  default Optional<Prompt> prompt(Session session, String name) {
    return prompts(session).stream().filter(prompt -> prompt.name().equals(name)).findFirst();
  }

  /**
   * The messages of a prompt. Required arguments are there, and none that the prompt has not. If
   * the stage fails with a {@link io.gatemini.GatewayException}, the client receives its message.
   */
  CompletionStage<PromptContent> get(PromptRequest request);

  /**
   * The values an argument can have, best first. May go by what is written so far, or not: the
   * gateway keeps those values that have it in them, those that begin with it first, and all where
   * none has. It waits two seconds, and returns the first hundred.
   */
  default CompletionStage<List<String>> complete(CompletionRequest request) {
    return CompletableFuture.completedFuture(List.of());
  }

  /** A prompt that somebody starts. */
  record PromptRequest(Session session, String name, Map<String, String> arguments) {
    public PromptRequest {
      arguments = Map.copyOf(arguments);
    }
  }
}
