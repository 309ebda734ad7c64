package io.gatemini.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers from a recording, and starts nothing. */
final class ReplayingBackend implements Backend {
  private static final String AGAIN =
      "; run the test once with -D"
          + RecordedServer.RECORD
          + "=true, where the server can be reached";

  private final Path file;
  private final String name;
  private volatile Recording recording = new Recording();

  ReplayingBackend(Path file, String name) {
    this.file = file;
    this.name = name;
  }

  @Override
  public CompletionStage<Void> start() {
    try {
      recording = Recording.read(file);
      return Backend.done();
    } catch (NoSuchFileException e) {
      return failed("has no recording " + file.getFileName(), e);
    } catch (IOException | IllegalArgumentException e) {
      return failed(
          "has a recording %s that cannot be read: %s"
              .formatted(file.getFileName(), e.getMessage()),
          e);
    }
  }

  private CompletionStage<Void> failed(String what, Exception cause) {
    return CompletableFuture.failedFuture(
        new BackendUnavailableException("backend \"" + name + "\" " + what + AGAIN, cause));
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(recording.tools);
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    Optional<JsonNode> answer = recording.answer(call);
    if (answer.isEmpty()) {
      return CompletableFuture.failedFuture(
          new BackendCallException(
              "the recording %s has no answer of \"%s\" to %s%s"
                  .formatted(file.getFileName(), call.tool(), call.arguments(), AGAIN)));
    }
    JsonNode failure = answer.get().path("failure");
    return failure.isTextual()
        ? CompletableFuture.failedFuture(new BackendCallException(failure.textValue()))
        : CompletableFuture.completedFuture(ToolResult.of(RawJson.of(answer.get().path("result"))));
  }

  @Override
  public String instructions() {
    return recording.instructions;
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    return Backend.done();
  }
}
