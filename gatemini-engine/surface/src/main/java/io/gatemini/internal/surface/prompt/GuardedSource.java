package io.gatemini.internal.surface.prompt;

import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.async.CancellableTask;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.PromptSource.PromptRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A source of prompts that takes nothing else with it when it fails: it has nothing to show then. A
 * fault is logged once, and again only after it has worked in between. Thread-safe.
 */
final class GuardedSource {
  /** How long somebody who is writing waits for what an argument can be. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** A prompt may be made of what has to be fetched; who started it still waits. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final Logger LOG = System.getLogger(GuardedSource.class.getName());
  private static final int MAX_LOGGED_LENGTH = 300;

  private final PromptSource source;
  private final PluginContext context;
  private final Duration deadline;
  private final AtomicBoolean failing = new AtomicBoolean();

  GuardedSource(PromptSource source, PluginContext context, Duration deadline) {
    this.source = source;
    this.context = context;
    this.deadline = deadline;
  }

  /** Its prompts; none while it fails. Never throws. */
  List<Prompt> prompts(Session session) {
    return Guarded.valueOr(
        () -> {
          List<Prompt> prompts = List.copyOf(source.prompts(session));
          failing.set(false);
          return prompts;
        },
        problem -> {
          failed("could not list its prompts: " + problem);
          return List.of();
        });
  }

  /** A prompt by its name; none while it fails. Never throws. */
  Optional<Prompt> prompt(Session session, String name) {
    return Guarded.valueOr(
        () -> source.prompt(session, name),
        problem -> {
          failed("could not find a prompt: " + problem);
          return Optional.empty();
        });
  }

  /**
   * The messages of a prompt; fails with a message for the client. Cancelling it cancels the
   * source.
   */
  CompletableFuture<PromptContent> get(PromptRequest request) {
    if (source instanceof BuiltInPrompt own) {
      return CancellableTask.start(context, () -> own.get(request));
    }
    return Relay.handle(
        CancellableTask.start(context, deadline, () -> source.get(request)),
        (content, failure) -> {
          if (content == null) {
            throw reported(request.name(), Objects.requireNonNull(failure));
          }
          return content;
        });
  }

  /**
   * The values an argument can have; none where the source fails. Cancelling it cancels the source.
   */
  CompletableFuture<List<String>> complete(CompletionRequest request) {
    return Relay.handle(
        CancellableTask.start(context, PATIENCE, () -> source.complete(request)),
        (values, failure) -> {
          if (values != null) {
            return values;
          }
          failed("could not complete an argument: " + failure);
          return List.of();
        });
  }

  private void failed(String what) {
    if (failing.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "the source of prompts {0} {1}",
          source.getClass().getName(),
          VisibleText.line(what, MAX_LOGGED_LENGTH));
    }
  }

  private GatewayException reported(String prompt, Throwable failure) {
    if (failure instanceof GatewayException known) {
      return known;
    }
    failed("could not make a prompt: " + failure);
    return new GatewayException(
        "the prompt \""
            + VisibleText.name(prompt)
            + "\" could not be made by the plug-in it belongs to; the log of the gateway says why");
  }
}
