package io.gatemini.internal.surface.prompt;

import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.PromptSource.PromptRequest;
import io.gatemini.spi.ToolSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The prompts: those of the surface first, then those of each source, of two with one name the
 * first. They are made on the executor of the gateway. Thread-safe.
 */
public final class Prompts {
  private static final int MAX_SHOWN_LENGTH = 80;

  /** The number of names in a message where none is near. */
  private static final int MAX_SHOWN_NAMES = 20;

  private final List<GuardedSource> sources;

  Prompts(List<GuardedSource> sources) {
    this.sources = List.copyOf(sources);
  }

  /**
   * The prompts of a gateway, which may still be under construction: nothing is asked of it here.
   *
   * @param context lends the executor and the scheduler
   * @param tools whose prompts come first
   * @param more what host and plug-ins add
   */
  public static Prompts of(
      Gateway gateway, PluginContext context, ToolSet tools, List<PromptSource> more) {
    List<PromptSource> all = new ArrayList<>(tools.prompts());
    all.add(new BackendStatusPrompt(gateway, tools.words()));
    all.addAll(more);
    return new Prompts(
        all.stream()
            .map(source -> new GuardedSource(source, context, GuardedSource.DEADLINE))
            .toList());
  }

  /** All prompts, in a fixed order. A source that fails has nothing to show. */
  public List<Prompt> list(Session session) {
    Map<String, Prompt> byName = new LinkedHashMap<>();
    for (GuardedSource source : sources) {
      source.prompts(session).forEach(prompt -> byName.putIfAbsent(prompt.name(), prompt));
    }
    return List.copyOf(byName.values());
  }

  /**
   * The messages of a prompt; see {@link io.gatemini.Surface#prompt}. Cancelling the stage's future
   * cancels what it waits for.
   */
  public CompletionStage<PromptContent> get(
      Session session, String name, Map<String, String> arguments) {
    return Futures.of(
        () -> {
          Owner owner = owner(session, name);
          check(owner.definition(), arguments);
          return owner.source().get(new PromptRequest(session, name, arguments));
        });
  }

  /**
   * All that an argument can be, whatever is written of it so far, best first. The stage fails with
   * an {@link InvalidArgumentsException} where there is no such prompt or argument.
   */
  public CompletionStage<List<String>> candidates(CompletionRequest request) {
    return Futures.of(
        () -> {
          try {
            Owner owner = owner(request.session(), request.target());
            argument(owner.definition(), request.variable());
            return owner.source().complete(request);
          } catch (UnknownPromptException e) {
            throw new InvalidArgumentsException(String.valueOf(e.getMessage()));
          }
        });
  }

  /** A source is asked only where none before it has the prompt. */
  private Owner owner(Session session, String name) {
    Set<String> others = new LinkedHashSet<>();
    for (GuardedSource source : sources) {
      Optional<Prompt> found = source.prompt(session, name);
      if (found.isPresent()) {
        return new Owner(found.get(), source);
      }
      source.prompts(session).forEach(prompt -> others.add(prompt.name()));
    }
    throw new UnknownPromptException(
        "there is no prompt " + quoted(name) + otherwise("there is ", others, name));
  }

  private static void check(Prompt prompt, Map<String, String> arguments) {
    // Before what is missing: that may be there under a name with a slip in it.
    arguments.keySet().forEach(given -> argument(prompt, given));
    for (PromptArgument argument : prompt.arguments()) {
      if (argument.required() && arguments.getOrDefault(argument.name(), "").isBlank()) {
        throw new InvalidArgumentsException(
            "the prompt "
                + quoted(prompt.name())
                + " needs "
                + quoted(argument.name())
                + (arguments.containsKey(argument.name()) ? ", which is empty" : "")
                + description(argument));
      }
    }
  }

  private static String description(PromptArgument argument) {
    String description = VisibleText.line(argument.description(), MAX_SHOWN_LENGTH);
    return description.isBlank() ? "" : ": " + description;
  }

  private static void argument(Prompt prompt, String name) {
    List<String> known = prompt.arguments().stream().map(PromptArgument::name).toList();
    if (!known.contains(name)) {
      throw new InvalidArgumentsException(
          "the prompt "
              + quoted(prompt.name())
              + " has no argument "
              + quoted(name)
              + (known.isEmpty() ? "; it has none" : otherwise("it has ", known, name)));
    }
  }

  /** The advice what to write instead, from the middle of a sentence on. */
  private static String otherwise(String all, Collection<String> known, String name) {
    List<String> near = NearMatches.near(known, name);
    if (!near.isEmpty()) {
      return "; did you mean " + quoted(near.get(0)) + "?";
    }
    List<String> shown = new ArrayList<>();
    known.stream().limit(MAX_SHOWN_NAMES).forEach(it -> shown.add(quoted(it)));
    int more = known.size() - shown.size();
    return "; " + all + String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
  }

  private static String quoted(String name) {
    return VisibleText.quoted(name, MAX_SHOWN_LENGTH);
  }

  private record Owner(Prompt definition, GuardedSource source) {}
}
