package com.example.matrix;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** In the place of a model: calls the tool, then repeats its answer. */
final class ScriptedModel extends BaseLlm {
  ScriptedModel() {
    super("script");
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    List<Content> said = request.contents();
    Optional<FunctionResponse> answer =
        said.get(said.size() - 1).parts().orElse(List.of()).stream()
            .flatMap(part -> part.functionResponse().stream())
            .findFirst();
    Part part =
        answer
            .map(result -> Part.fromText(String.valueOf(result.response().orElseThrow().get("result"))))
            .orElseGet(
                () ->
                    Part.builder()
                        .functionCall(
                            FunctionCall.builder()
                                .name("billing__refund")
                                .args(Map.of("invoice", "A-17"))
                                .build())
                        .build());
    return Flowable.just(
        LlmResponse.builder()
            .content(Content.builder().role("model").parts(part).build())
            .build());
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException();
  }
}
