package io.gatemini.internal.surface.prompt;

import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Prompt;
import io.gatemini.PromptArgument;
import io.gatemini.PromptContent;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.PromptSource.PromptRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The prompts: those of the gateway first, then those of each source, of two with one name the
 * first. Thread-safe.
 */
public final class Prompts {
  private final List<BuiltInPrompt> builtIn;
  private final List<PromptSource> sources;

  Prompts(List<BuiltInPrompt> builtIn, List<PromptSource> sources) {
    this.builtIn = List.copyOf(builtIn);
    this.sources = List.copyOf(sources);
  }

  /** The prompts of a gateway, which may still be under construction: nothing is asked of it. */
  public static Prompts of(Gateway gateway, List<PromptSource> sources) {
    return new Prompts(List.of(), sources);
  }

  /** What there is, in a fixed order. */
  public List<Prompt> list(Session session) {
    return owners(session).values().stream().map(Owner::definition).toList();
  }

  /** What a prompt says; see {@link io.gatemini.spi.Surface#prompt}. */
  public CompletionStage<PromptContent> get(
      Session session, String name, Map<String, String> arguments) {
    try {
      Owner owner = owner(session, name);
      check(owner.definition(), arguments);
      return owner.reading().of(new PromptRequest(session, name, arguments));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * What an argument of a prompt can be, best first; not compared with what is written of it. The
   * stage fails with an {@link InvalidArgumentsException} where there is no such prompt or
   * argument.
   */
  public CompletionStage<List<String>> candidates(CompletionRequest request) {
    try {
      Owner owner = owner(request.session(), request.target());
      List<String> known =
          owner.definition().arguments().stream().map(PromptArgument::name).toList();
      if (!known.contains(request.variable())) {
        throw new InvalidArgumentsException(
            "the prompt \""
                + owner.definition().name()
                + "\" has no argument of that name"
                + (known.isEmpty() ? "" : "; it has " + String.join(", ", known)));
      }
      for (PromptSource source : sources) {
        if (source.prompts(request.session()).stream()
            .anyMatch(prompt -> prompt.name().equals(request.target()))) {
          return source.complete(request);
        }
      }
      return CompletableFuture.completedFuture(List.of());
    } catch (UnknownPromptException e) {
      return CompletableFuture.failedFuture(
          new InvalidArgumentsException(String.valueOf(e.getMessage())));
    } catch (InvalidArgumentsException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Owner owner(Session session, String name) {
    Map<String, Owner> owners = owners(session);
    Owner owner = owners.get(name);
    if (owner == null) {
      throw new UnknownPromptException(unknown(owners, name));
    }
    return owner;
  }

  private Map<String, Owner> owners(Session session) {
    Map<String, Owner> owners = new LinkedHashMap<>();
    for (BuiltInPrompt prompt : builtIn) {
      owners.put(
          prompt.definition().name(),
          new Owner(prompt.definition(), request -> prompt.get(session, request.arguments())));
    }
    for (PromptSource source : sources) {
      for (Prompt prompt : source.prompts(session)) {
        owners.putIfAbsent(prompt.name(), new Owner(prompt, source::get));
      }
    }
    return owners;
  }

  private static String unknown(Map<String, Owner> owners, String name) {
    List<String> near = NearMatches.near(owners.keySet(), name);
    return "there is no prompt of that name; "
        + (near.isEmpty()
            ? "there is " + String.join(", ", owners.keySet())
            : "did you mean \"" + near.get(0) + "\"?");
  }

  private static void check(Prompt prompt, Map<String, String> arguments) {
    List<String> known = new ArrayList<>();
    for (PromptArgument argument : prompt.arguments()) {
      known.add(argument.name());
      if (argument.required() && arguments.getOrDefault(argument.name(), "").isBlank()) {
        throw new InvalidArgumentsException(
            "the prompt \"" + prompt.name() + "\" needs \"" + argument.name() + "\"");
      }
    }
    for (String given : arguments.keySet()) {
      if (!known.contains(given)) {
        throw new InvalidArgumentsException(
            "the prompt \""
                + prompt.name()
                + "\" has no argument of that name"
                + (known.isEmpty() ? "" : "; it has " + String.join(", ", known)));
      }
    }
  }

  private record Owner(Prompt definition, Reading reading) {}

  @FunctionalInterface
  private interface Reading {
    CompletionStage<PromptContent> of(PromptRequest request);
  }
}
