package io.gatemini.springai;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendCallException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.offer.OfferRequest;
import io.gatemini.testing.ReducedAnswer;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

class CatalogToolCallbacksTest {
  private static final int CALLERS = 40;

  private final CyclicBarrier all = new CyclicBarrier(CALLERS);

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .backend(
              "one",
              BackendConfig.inProcess()
                  .tool("echo", "Echo a text.", "{}", args -> args.path("text").asText())
                  .tool("large", "Return much.", "{}", args -> "word ".repeat(200_000))
                  .tool("refuse", "Refuse.", "{}", args -> ToolResult.error("not today"))
                  .tool("unnamed", "", "{}", args -> "silent"))
          .backend(
              "two", BackendConfig.inProcess().tool("echo", "Echo a text.", "{}", args -> "two"))
          .backend(
              "one__echo",
              BackendConfig.inProcess().tool("echo", "Echo a text.", "{}", args -> "three"))
          .build();

  private final CatalogToolCallbacks catalog = CatalogToolCallbacks.of(gateway);

  @BeforeEach
  void awaitTools() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void givesEveryToolANameOfItsOwn() {
    ToolCallback[] found = catalog.matching("echo a text").getToolCallbacks();

    assertThat(names(found))
        .hasSize(4)
        .doesNotHaveDuplicates()
        .contains("one__echo", "two__echo")
        .startsWith("read_result");
    ToolCallingChatOptions.validateToolCallbacks(List.of(found));
    assertThat(Arrays.stream(found).skip(1).map(tool -> tool.call("{\"text\": \"one\"}")))
        .containsExactlyInAnyOrder("one", "two", "three");
  }

  @Test
  void keepsWhatAConversationWasOffered() {
    CatalogToolCallbacks ann = catalog.withSession(Session.of("ann"));

    ToolCallback[] first = ann.matching("refuse").getToolCallbacks();
    ToolCallback[] second = ann.matching("echo a text").getToolCallbacks();

    assertThat(names(first)).containsExactly("read_result", "one__refuse");
    assertThat(names(second)).startsWith("read_result", "one__refuse").contains("two__echo");
    assertThat(catalog.matching("translate a poem").getToolCallbacks()).isEmpty();
    assertThat(names(catalog.matching(OfferRequest.of("echo").backends("two")).getToolCallbacks()))
        .containsExactly("read_result", "two__echo");
  }

  @Test
  void servesAnAdvisorThatSearchesAllTools() {
    List<String> all = names(catalog.all().getToolCallbacks());

    assertThat(all).hasSize(7).startsWith("read_result").contains("one__unnamed");
    assertThat(catalog.search(SearchRequest.of("echo a text").withLimit(2)))
        .hasSize(2)
        .allSatisfy(
            found -> {
              assertThat(all).contains(found.name());
              assertThat(found.summary()).isEqualTo("Echo a text.");
            });
    assertThat(catalog.search(SearchRequest.of("translate a poem"))).isEmpty();
  }

  @Test
  void throwsWhatAToolSaysThatFailed() {
    ToolCallback refuse = catalog.resolve("one__refuse");

    assertThrown(ToolExecutionException.class, () -> refuse.call("{}"))
        .hasCauseInstanceOf(BackendCallException.class)
        .hasMessageContaining("not today");
  }

  @Test
  void namesTheToolThatWasMeantAsTheModelKnowsIt() {
    ToolCallback unknown = catalog.resolve("one__ehco");

    assertThatThrownBy(() -> unknown.call("{}")).hasMessageContaining("\"one__echo\"");
  }

  @Test
  void throwsArgumentsThatAreNoJson() {
    ToolCallback echo = catalog.resolve("one__echo");

    assertThrown(ToolExecutionException.class, () -> echo.call("{"))
        .hasCauseInstanceOf(InvalidArgumentsException.class);
  }

  @Test
  void boundsALargeAnswer() {
    String answer = catalog.resolve("one__large").call("{}");

    assertThat(answer).hasSizeBetween(1_000, GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES);
    String rest = "{\"address\": \"" + ReducedAnswer.address(answer) + "?page=2\"}";
    assertThat(catalog.resolve("read_result").call(rest)).contains("word word ");
  }

  @Test
  void describesAToolThatHasNoDescription() {
    assertThat(catalog.resolve("one__unnamed").getToolDefinition().description())
        .isEqualTo("one.unnamed");
  }

  @Test
  void takesNoArgumentsForAnEmptyObject() {
    assertThat(catalog.resolve("two__echo").call("")).isEqualTo("two");
  }

  @Test
  void answersFortyCallsAtOnce() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Callable<String>> calls =
          IntStream.range(0, CALLERS)
              .<Callable<String>>mapToObj(
                  i ->
                      () -> {
                        all.await();
                        return catalog.resolve("one__echo").call("{\"text\": \"" + i + "\"}");
                      })
              .toList();

      List<Future<String>> answers = callers.invokeAll(calls);

      for (int i = 0; i < CALLERS; i++) {
        assertThat(answers.get(i).get()).isEqualTo(String.valueOf(i));
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private static List<String> names(ToolCallback[] tools) {
    return Arrays.stream(tools).map(tool -> tool.getToolDefinition().name()).toList();
  }
}
