package io.gatemini.internal.surface.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.config.ConfigException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.SourceListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The prompts that a host gave to the builder, in the order they were given. Immutable. */
public final class GivenPrompts implements PromptProvider {
  private final Map<String, Given> byName;

  private GivenPrompts(Map<String, Given> byName) {
    this.byName = byName;
  }

  /** None. */
  public static GivenPrompts none() {
    return new GivenPrompts(Map.of());
  }

  /**
   * These and one more.
   *
   * @throws ConfigException when the name is empty or taken
   */
  public GivenPrompts with(Prompt prompt, Function<Map<String, String>, String> text) {
    if (prompt.name().isBlank()) {
      throw new ConfigException("a prompt needs a name that it is asked for by");
    }
    Map<String, Given> more = new LinkedHashMap<>(byName);
    if (more.put(prompt.name(), new Given(prompt, text)) != null) {
      throw new ConfigException(
          "there are two prompts named \"" + prompt.name() + "\"; give one another name");
    }
    return new GivenPrompts(more);
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }

  @Override
  public String name() {
    return "host";
  }

  @Override
  public int weight() {
    return Integer.MAX_VALUE;
  }

  @Override
  public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
    return new Source(byName, context);
  }

  private record Given(Prompt prompt, Function<Map<String, String>, String> text) {}

  private record Source(Map<String, Given> given, PluginContext context) implements PromptSource {
    @Override
    public List<Prompt> prompts(Session session) {
      return given.values().stream().map(Given::prompt).toList();
    }

    /** The host's code may block. */
    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      Given one = given.get(request.name());
      if (one == null) {
        return CompletableFuture.failedFuture(
            new UnknownPromptException("there is no prompt of that name"));
      }
      return CancellableTask.start(
          context,
          () ->
              CompletableFuture.completedFuture(
                  PromptContent.of(
                      one.prompt().description(), one.text().apply(request.arguments()))));
    }
  }
}
