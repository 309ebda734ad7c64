package io.gatemini.internal.surface.prompt;

import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.spi.PromptSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** One prompt of the gateway itself. Thread-safe. */
public interface BuiltInPrompt extends PromptSource {
  /** The prompt that clients see. */
  Prompt definition();

  /** Its messages at this moment; required arguments are there, and none that it has not. */
  CompletionStage<PromptContent> get(Session session, Map<String, String> arguments);

  @Override
  default List<Prompt> prompts(Session session) {
    return List.of(definition());
  }

  @Override
  default CompletionStage<PromptContent> get(PromptRequest request) {
    return get(request.session(), request.arguments());
  }
}
