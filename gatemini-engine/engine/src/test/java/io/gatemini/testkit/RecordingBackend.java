package io.gatemini.testkit;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Causes;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.SecretProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The real server behind a gateway of its own, which knows how to start, watch and call it, and
 * what it answers. The file is written at the stop.
 */
final class RecordingBackend implements Backend {
  private static final Duration STOP = Duration.ofSeconds(15);

  private final Path file;
  private final BackendConfig real;
  private final BackendContext context;
  private final Recording recording;
  private volatile @Nullable Gateway gateway;

  RecordingBackend(Path file, BackendConfig real, BackendContext context) {
    this.file = file;
    this.real = real;
    this.context = context;
    try {
      recording = Files.exists(file) ? Recording.read(file) : new Recording();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public CompletionStage<Void> start() {
    GatewayBuilder builder = Gateway.builder();
    context.plugins(BackendProvider.class).forEach(builder::plugin);
    context.plugins(SecretProvider.class).forEach(builder::plugin);
    Gateway own = builder.build();
    gateway = own;
    return own.registerAsync(context.name(), real)
        .handle(
            (status, problem) -> {
              if (problem != null) {
                throw new BackendUnavailableException(
                    String.valueOf(Causes.of(problem).getMessage()), problem);
              }
              return null;
            });
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    List<BackendTool> tools = real().catalog().tools().stream().map(tool -> tool.tool()).toList();
    recording.tools = tools;
    recording.instructions = instructions();
    return CompletableFuture.completedFuture(tools);
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    String key =
        real().catalog().withOriginalName(call.tool()).stream()
            .map(tool -> tool.key())
            .findFirst()
            .orElse(call.tool());
    CompletableFuture<ToolResult> answer =
        real().callAsync(new ToolCall(key, call.arguments(), call.context()));
    answer.whenComplete(
        (result, problem) -> {
          if (problem == null) {
            recording.answered(call, "result", result.json().tree());
          } else if (Causes.of(problem) instanceof GatewayException failure) {
            recording.answered(call, "failure", TextNode.valueOf(failure.getMessage()));
          }
        });
    return answer;
  }

  private Gateway real() {
    Gateway known = gateway;
    if (known == null) {
      throw new BackendUnavailableException("backend \"" + context.name() + "\" has not started");
    }
    return known;
  }

  @Override
  public String instructions() {
    return real().instructions(context.name()).orElse("");
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  /** The real server may take all of its own time. */
  @Override
  public Duration stopTimeout() {
    return STOP;
  }

  @Override
  public CompletionStage<Void> stop() {
    Gateway known = gateway;
    return known == null
        ? Backend.done()
        : CompletableFuture.runAsync(() -> end(known), context.executor());
  }

  private void end(Gateway known) {
    known.close();
    // A server that never listed its tools has said nothing.
    if (!recording.tools.isEmpty()) {
      try {
        recording.write(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
