package io.gatemini.internal.surface.prompt;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Role;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import io.gatemini.spi.PromptSource;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Which prompts there are, what they take, and what sources cannot do to each other. */
class PromptsTest {
  private static final List<String> OWN = List.of("discover", "find_tool", "backend_status");

  /** A source in a line; what a test does not need answers as it should. */
  private interface Source extends PromptSource {
    @Override
    default List<Prompt> prompts(Session session) {
      return List.of(greeting("greet"));
    }

    @Override
    default CompletionStage<PromptContent> get(PromptRequest request) {
      return CompletableFuture.completedFuture(
          PromptContent.of("", request.name() + " " + request.arguments().get("who")));
    }
  }

  private static Prompt greeting(String name) {
    return new Prompt(
        name, "", "Greets.", List.of(new PromptArgument("who", "Who", "A first name", true)));
  }

  @Test
  void theGatewayHasThreeWithTitlesForPeople() {
    try (Gateway gateway = gateway()) {
      List<Prompt> prompts = gateway.prompts();

      assertThat(prompts).extracting(Prompt::name).isEqualTo(OWN);
      assertThat(prompts).allSatisfy(prompt -> assertThat(prompt.title()).isNotBlank());
      assertThat(prompts).allSatisfy(prompt -> assertThat(prompt.description()).endsWith("."));
      assertThat(prompts.get(1).arguments())
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.name()).isEqualTo("task");
                assertThat(task.title()).isEqualTo("Task");
                assertThat(task.required()).isTrue();
              });
      assertThat(gateway.prompt("discover", Map.of()).messages())
          .singleElement()
          .extracting(message -> message.role())
          .isEqualTo(Role.USER);
    }
  }

  @Test
  void argumentsAreChecked() {
    try (Gateway gateway = gateway(new Source() {})) {
      assertThrown(InvalidArgumentsException.class, () -> gateway.prompt("find_tool", Map.of()))
          .hasMessageStartingWith(
              "the prompt \"find_tool\" needs \"task\": The task in plain words");
      assertThrown(
              InvalidArgumentsException.class,
              () -> gateway.prompt("find_tool", Map.of("task", " \n")))
          .hasMessageContaining("needs \"task\", which is empty");
      assertThrown(
              InvalidArgumentsException.class,
              () -> gateway.prompt("find_tool", Map.of("taks", "x")))
          .hasMessage("the prompt \"find_tool\" has no argument \"taks\"; did you mean \"task\"?");
      assertThrown(
              InvalidArgumentsException.class,
              () -> gateway.prompt("discover", Map.of("x\u001b[2J", "y")))
          .hasMessage("the prompt \"discover\" has no argument \"x\"; it has none");
      assertThatThrownBy(() -> gateway.prompt("greet", Map.of()))
          .hasMessage("the prompt \"greet\" needs \"who\": A first name");
    }
  }

  @Test
  void anUnknownPromptIsToldWithWhatIsNear() {
    try (Gateway gateway = gateway(new Source() {})) {
      assertThrown(
              UnknownPromptException.class, () -> gateway.prompt("find-tol", Map.of("task", "x")))
          .hasMessage("there is no prompt \"find-tol\"; did you mean \"find_tool\"?");
      assertThrown(UnknownPromptException.class, () -> gateway.prompt("x".repeat(10_000), Map.of()))
          .hasMessageEndingWith(
              "...\"; there is \"discover\", \"find_tool\", \"backend_status\", \"greet\"")
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
  }

  @Test
  void sourcesAddTheirsAfterThoseOfTheGateway() {
    Source first =
        new Source() {
          @Override
          public List<Prompt> prompts(Session session) {
            return List.of(greeting("zoo"), greeting("discover"), greeting("greet"));
          }
        };
    try (Gateway gateway = gateway(first, new Source() {})) {
      assertThat(gateway.prompts())
          .extracting(Prompt::name)
          .containsExactly("discover", "find_tool", "backend_status", "zoo", "greet");
      assertThat(text(gateway, "zoo", Map.of("who", "Ada"))).isEqualTo("zoo Ada");
      assertThat(text(gateway, "discover", Map.of())).startsWith("# Discover");
    }
  }

  @Test
  void whatASourceDoesWrongTakesNothingElseWithIt() {
    List<Source> wrong =
        List.of(
            new Source() {
              @Override
              public List<Prompt> prompts(Session session) {
                throw new IllegalStateException("broken");
              }
            },
            new Source() {
              @Override
              public List<Prompt> prompts(Session session) {
                throw new NoClassDefFoundError("gone");
              }
            },
            new Source() {
              @Override
              @SuppressWarnings("NullAway") // what a plug-in in another language may do
              public List<Prompt> prompts(Session session) {
                return null;
              }
            },
            new Source() {
              @Override
              public List<Prompt> prompts(Session session) {
                return Arrays.asList(greeting("half"), null);
              }
            });
    List<PromptSource> sources = new ArrayList<>(wrong);
    sources.add(new Source() {});
    try (LoggedWarnings log = new LoggedWarnings();
        Gateway gateway = gateway(sources.toArray(PromptSource[]::new))) {
      for (int i = 0; i < 20; i++) {
        assertThat(gateway.prompts())
            .extracting(Prompt::name)
            .containsExactly("discover", "find_tool", "backend_status", "greet");
      }

      assertThat(text(gateway, "greet", Map.of("who", "Ada"))).isEqualTo("greet Ada");
      assertThat(log.records).hasSize(wrong.size());
      assertThat(log.records).allSatisfy(it -> assertThat(it.getThrown()).isNull());
    }
  }

  @Test
  void aPromptThatCannotBeMadeSaysSoInWords() {
    List<CompletionStage<PromptContent>> answers =
        Arrays.asList(
            CompletableFuture.failedFuture(new IllegalStateException("/home/secret")),
            CompletableFuture.failedFuture(new InvalidArgumentsException("\"who\" must be short")),
            CompletableFuture.completedFuture(null),
            null);
    AtomicInteger next = new AtomicInteger();
    Source failing =
        new Source() {
          @Override
          public CompletionStage<PromptContent> get(PromptRequest request) {
            return answers.get(next.getAndIncrement());
          }
        };
    try (Gateway gateway = gateway(failing)) {
      Map<String, String> who = Map.of("who", "Ada");
      String words =
          "the prompt \"greet\" could not be made by the plug-in it belongs to; the log of the"
              + " gateway says why";

      assertThatThrownBy(() -> gateway.prompt("greet", who)).hasMessage(words);
      assertThrown(InvalidArgumentsException.class, () -> gateway.prompt("greet", who))
          .hasMessage("\"who\" must be short");
      assertThatThrownBy(() -> gateway.prompt("greet", who)).hasMessage(words);
      assertThatThrownBy(() -> gateway.prompt("greet", who)).hasMessage(words);
    }
  }

  @Test
  void aPromptThatIsNeverMadeEndsAtItsDeadlineAndIsCancelled() {
    CompletableFuture<PromptContent> never = new CompletableFuture<>();
    FixtureGateway context = new FixtureGateway(CatalogFixture.of(0));
    try (context) {
      Prompts prompts =
          new Prompts(
              List.of(
                  new GuardedSource(
                      new Source() {
                        @Override
                        public CompletionStage<PromptContent> get(PromptRequest request) {
                          return never;
                        }
                      },
                      context,
                      Duration.ofMillis(50))));

      CompletionStage<PromptContent> made =
          prompts.get(Session.local(), "greet", Map.of("who", "Ada"));

      assertThrown(
              ExecutionException.class, () -> made.toCompletableFuture().get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(GatewayException.class)
          .hasMessageContaining("there was no answer within 50 ms");
      await().until(never::isCancelled);
    }
  }

  @Test
  void cancellingAPromptCancelsWhatItsSourceDoes() {
    CompletableFuture<PromptContent> never = new CompletableFuture<>();
    CountDownLatch asked = new CountDownLatch(1);
    Source pending =
        new Source() {
          @Override
          public CompletionStage<PromptContent> get(PromptRequest request) {
            asked.countDown();
            return never;
          }
        };
    try (Gateway gateway = gateway(pending)) {
      CompletableFuture<PromptContent> made = gateway.promptAsync("greet", Map.of("who", "Ada"));
      await().until(() -> asked.getCount() == 0);

      made.cancel(true);

      await().until(never::isCancelled);
    }
  }

  @Test
  void candidatesOfAnArgumentComeFromWhoHasThePrompt() throws Exception {
    FixtureGateway context = new FixtureGateway(CatalogFixture.of(0));
    Source completing =
        new Source() {
          @Override
          public CompletionStage<List<String>> complete(CompletionRequest request) {
            if (request.value().equals("fail")) {
              throw new IllegalStateException("broken");
            }
            return CompletableFuture.completedFuture(List.of("Ada", "Grace"));
          }
        };
    try (context) {
      Prompts prompts =
          Prompts.of(context, context, GivenSurface.tools(context), List.of(completing));

      assertThat(candidates(prompts, "greet", "who", "")).containsExactly("Ada", "Grace");
      assertThat(candidates(prompts, "greet", "who", "fail")).isEmpty();
      assertThat(candidates(prompts, "find_tool", "task", "se")).isEmpty();
      assertThatThrownBy(() -> candidates(prompts, "greet", "whom", ""))
          .hasCauseInstanceOf(InvalidArgumentsException.class)
          .hasMessageContaining("has no argument \"whom\"; did you mean \"who\"?");
      assertThatThrownBy(() -> candidates(prompts, "great", "who", ""))
          .hasCauseInstanceOf(InvalidArgumentsException.class)
          .hasMessageContaining("there is no prompt \"great\"; did you mean \"greet\"?");
    }
  }

  private static List<String> candidates(
      Prompts prompts, String prompt, String argument, String value) throws Exception {
    return prompts
        .candidates(
            new CompletionRequest(Session.local(), Kind.PROMPT, prompt, argument, value, Map.of()))
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  private static String text(Gateway gateway, String prompt, Map<String, String> arguments) {
    return gateway.prompt(prompt, arguments).messages().get(0).text();
  }

  private static Gateway gateway(PromptSource... sources) {
    GatewayBuilder builder =
        TestGateway.builder()
            .backend(
                "files",
                BackendConfig.inProcess()
                    .tool("read", "Read a file.", "{\"type\":\"object\"}", arguments -> "text"));
    for (int i = 0; i < sources.length; i++) {
      builder.plugin(new PromptPlugIn("prompts-" + (char) ('a' + i), sources[i]));
    }
    Gateway gateway = TestGateway.ready(builder);

    return gateway;
  }

  /** Log lines about sources while the gateway is open. */
  private static final class LoggedWarnings extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(GuardedSource.class.getName());
    private final List<LogRecord> records = new ArrayList<>();

    LoggedWarnings() {
      logger.addHandler(this);
      logger.setUseParentHandlers(false);
    }

    @Override
    public synchronized void publish(LogRecord logged) {
      records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
      logger.setUseParentHandlers(true);
    }
  }
}
