package io.gatemini.internal.surface.prompt;

import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.PromptSource.PromptRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The prompts: those of the gateway first, then those of each source, of two with one name the
 * first. They are made on the executor of the gateway. Thread-safe.
 */
public final class Prompts {
  private static final int MAX_SHOWN_LENGTH = 80;

  /** How many names a message tells where none is near. */
  private static final int MAX_SHOWN_NAMES = 20;

  private final Map<String, BuiltInPrompt> builtIn = new LinkedHashMap<>();
  private final PluginContext context;
  private final List<GuardedSource> sources;

  Prompts(List<BuiltInPrompt> builtIn, PluginContext context, List<GuardedSource> sources) {
    builtIn.forEach(prompt -> this.builtIn.put(prompt.definition().name(), prompt));
    this.context = context;
    this.sources = List.copyOf(sources);
  }

  /**
   * The prompts of a gateway, which may still be under construction: nothing is asked of it here.
   *
   * @param context lends the executor and the scheduler
   * @param sources what host and plug-ins add
   */
  public static Prompts of(Gateway gateway, PluginContext context, List<PromptSource> sources) {
    return new Prompts(
        List.of(
            new DiscoverPrompt(gateway),
            new FindToolPrompt(gateway),
            new BackendStatusPrompt(gateway)),
        context,
        sources.stream()
            .map(source -> new GuardedSource(source, context, GuardedSource.DEADLINE))
            .toList());
  }

  /** All prompts, in a fixed order. A source that fails has nothing to show. */
  public List<Prompt> list(Session session) {
    return owners(session).values().stream().map(Owner::definition).toList();
  }

  /**
   * The messages of a prompt; see {@link io.gatemini.Surface#prompt}. Cancelling the stage's future
   * cancels what it waits for.
   */
  public CompletionStage<PromptContent> get(
      Session session, String name, Map<String, String> arguments) {
    try {
      Owner owner = owner(session, name);
      check(owner.definition(), arguments);
      return owner.reading().of(new PromptRequest(session, name, arguments));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * All that an argument can be, whatever is written of it so far, best first. The stage fails with
   * an {@link InvalidArgumentsException} where there is no such prompt or argument.
   */
  public CompletionStage<List<String>> candidates(CompletionRequest request) {
    try {
      Owner owner = owner(request.session(), request.target());
      argument(owner.definition(), request.variable());
      return owner.candidates().of(request);
    } catch (UnknownPromptException e) {
      return CompletableFuture.failedFuture(
          new InvalidArgumentsException(String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Owner owner(Session session, String name) {
    BuiltInPrompt own = builtIn.get(name);
    if (own != null) {
      return owner(own); // It must not wait for a source.
    }
    Map<String, Owner> owners = owners(session);
    Owner owner = owners.get(name);
    if (owner == null) {
      throw new UnknownPromptException(
          "there is no prompt " + quoted(name) + otherwise("there is ", owners.keySet(), name));
    }
    return owner;
  }

  private Map<String, Owner> owners(Session session) {
    Map<String, Owner> owners = new LinkedHashMap<>();
    builtIn.forEach((name, prompt) -> owners.put(name, owner(prompt)));
    for (GuardedSource source : sources) {
      for (Prompt prompt : source.prompts(session)) {
        owners.putIfAbsent(prompt.name(), new Owner(prompt, source::get, source::complete));
      }
    }
    return owners;
  }

  private Owner owner(BuiltInPrompt prompt) {
    return new Owner(
        prompt.definition(),
        request ->
            CancellableTask.start(
                context, () -> prompt.get(request.session(), request.arguments())),
        request -> CompletableFuture.completedFuture(prompt.values(request.variable())));
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
    return '"' + VisibleText.line(name, MAX_SHOWN_LENGTH) + '"';
  }

  private record Owner(Prompt definition, Reading reading, Candidates candidates) {}

  @FunctionalInterface
  private interface Reading {
    CompletionStage<PromptContent> of(PromptRequest request);
  }

  @FunctionalInterface
  private interface Candidates {
    CompletionStage<List<String>> of(CompletionRequest request);
  }
}
