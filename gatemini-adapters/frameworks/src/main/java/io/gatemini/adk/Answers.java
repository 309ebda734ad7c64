package io.gatemini.adk;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.genai.types.FunctionDeclaration;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Failures;
import io.gatemini.spi.Json;
import io.reactivex.rxjava3.core.Single;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The parts of a tool that ADK asks for, from the gateway. */
final class Answers {
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private Answers() {}

  static Optional<FunctionDeclaration> declaration(
      String name, String description, JsonNode inputSchema) {
    return Optional.of(
        FunctionDeclaration.builder()
            .name(name)
            .description(description)
            .parametersJsonSchema(Json.mapper().convertValue(inputSchema, MAP))
            .build());
  }

  /** The outcome of a call; ADK cancels it when no subscriber is left. */
  static Single<Map<String, Object>> of(
      Supplier<CompletableFuture<ToolResult>> call,
      Function<ToolResult, Map<String, Object>> shown) {
    return Single.create(
        emitter -> {
          CompletableFuture<ToolResult> answer = call.get();
          emitter.setCancellable(() -> answer.cancel(true));
          var unused =
              answer.whenComplete(
                  (result, failure) -> {
                    if (failure == null) {
                      emitter.onSuccess(shown.apply(result));
                    } else {
                      // A model can read it and try otherwise.
                      emitter.onSuccess(Map.of("error", Failures.sentence(failure)));
                    }
                  });
        });
  }

  /** The text that a model is to read. */
  static Map<String, Object> text(ToolResult result) {
    return Map.of(result.isError() ? "error" : "result", result.text());
  }

  /** The value, which a model reads as JSON. */
  static Map<String, Object> value(ToolResult result) {
    return result.isError()
        ? text(result)
        : Collections.singletonMap(
            "result", Json.mapper().convertValue(result.value(), Object.class));
  }
}
