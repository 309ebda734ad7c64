package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.CallRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClientQuestionsTest {
  private final ClientQuestions questions = new ClientQuestions(4, 6);

  private List<CompletableFuture<String>> ask(String client, int count) {
    List<CompletableFuture<String>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      questions.add(client, answer);
      asked.add(answer);
    }
    return asked;
  }

  @Test
  void boundsTheOpenQuestionsOfAClient() {
    List<CompletableFuture<String>> asked = ask("bob", 5);

    assertThat(asked.subList(0, 4)).noneMatch(CompletableFuture::isDone);
    assertThatThrownBy(asked.get(4)::join)
        .hasCauseInstanceOf(CallRefusedException.class)
        .hasMessageContaining("wait for their answers");
    asked.get(0).complete("answered");
    assertThat(ask("bob", 1)).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void takesTheNewestOfTheClientThatHasMost() {
    List<CompletableFuture<String>> bobs = ask("bob", 4);

    List<CompletableFuture<String>> anns = ask("ann", 3);

    assertThat(anns).noneMatch(CompletableFuture::isDone);
    assertThat(bobs.get(3)).isCompletedExceptionally();
    assertThat(bobs.subList(0, 3)).noneMatch(CompletableFuture::isDone);
  }
}
