package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.Prompt;
import io.gatemini.PromptContent;
import io.gatemini.RawJson;
import io.gatemini.Resource;
import io.gatemini.ResourceContent;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Exposure;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.SourceListener;
import io.gatemini.spi.Surface;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.Transport;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of Error in each place of a plug-in: it fails what was asked, and nothing else. */
class GatewayErrorsTest {
  private static final int PATIENCE_SECONDS = 15;

  /** Where a plug-in throws. */
  enum Place {
    CREATE,
    START,
    LIST,
    DESCRIPTION,
    CALL,
    PING,
    MEMORY,
    STOP,
    INDEX,
    SEARCH,
    REDUCE,
    REDUCER_PASSES,
    SCRIPT,
    RESOURCES,
    READ,
    PROMPTS,
    PROMPT,
    INTERCEPTOR,
    ESTIMATOR,
    POLICY,
    TRANSPORT,
    LISTENER_READY,
    LISTENER
  }

  /** Its caller asks again in another way, so that nothing is lost. */
  private static final Set<Place> SILENT = EnumSet.of(Place.REDUCER_PASSES);

  private final Logger logger = Logger.getLogger("io.gatemini");
  private final List<Throwable> logged = new CopyOnWriteArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final AtomicInteger thrown = new AtomicInteger();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          if (record.getThrown() != null) {
            logged.add(record.getThrown());
          }
          said.add(record.getMessage() + Arrays.toString(record.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private volatile @Nullable Place armed;
  private volatile Supplier<Error> error = () -> new AssertionError("not set");

  static Stream<Arguments> all() {
    List<Supplier<Error>> kinds =
        List.of(
            () -> new OutOfMemoryError("made"),
            () -> new StackOverflowError("made"),
            () -> new NoClassDefFoundError("made"));
    return EnumSet.allOf(Place.class).stream()
        .flatMap(
            place -> kinds.stream().map(kind -> Arguments.of(place, kind.get().getClass(), kind)));
  }

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
  }

  private void at(Place place) {
    if (place == armed) {
      thrown.incrementAndGet();
      throw error.get();
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("all")
  void failsWhatWasAskedAndNothingElse(Place place, Class<?> kind, Supplier<Error> made)
      throws Exception {
    try {
      check(place, kind, made);
    } catch (VirtualMachineError e) {
      // JUnit ends at one, and says nothing of the other cases.
      throw new AssertionError("it came back to the caller, or ended a thread", e);
    }
  }

  private void check(Place place, Class<?> kind, Supplier<Error> made) throws Exception {
    error = made;
    boolean early =
        EnumSet.of(Place.CREATE, Place.START, Place.LIST, Place.DESCRIPTION).contains(place);
    armed = early || place == Place.INDEX ? place : null;
    Gateway gateway = gateway();
    try {
      gateway.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS));
      armed = place;
      provoke(place, gateway);
      await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> thrown.get() > 0);
      armed = null;

      // Everything else is served, and so is what failed.
      assertThat(done(gateway.callAsync(ToolCall.of("good.echo", Map.of()))).text())
          .isEqualTo("good");
      assertThat(done(gateway.searchAsync(SearchRequest.of("echo")))).isNotNull();
      assertThat(done(gateway.runAsync(ChainRequest.of("program"))).text()).contains("7");
      assertThat(gateway.surface().tools(Session.local())).isNotEmpty();
      if (place == Place.STOP) {
        armed = place;
      }
    } finally {
      CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
      closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    if (place == Place.STOP) {
      assertThat(thrown).hasPositiveValue();
    }
    if (!SILENT.contains(place)) {
      assertThat(
              logged.stream().anyMatch(one -> has(one, kind))
                  || said.stream().anyMatch(one -> one.contains(kind.getSimpleName())))
          .as("logged, with %s and %s", said, logged)
          .isTrue();
    }
    assertThat(logged.stream().filter(one -> has(one, kind)).count())
        .as("as often as it was thrown, at most")
        .isLessThanOrEqualTo(thrown.get());
  }

  private static boolean has(Throwable problem, Class<?> kind) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static <T> T done(CompletableFuture<T> future) throws Exception {
    return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What was asked fails, with a GatewayException at the blocking edge, and does not hang. */
  private static void fails(CompletableFuture<?> asked) {
    try {
      asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      throw new IllegalStateException("it did not fail");
    } catch (TimeoutException e) {
      throw new IllegalStateException("it hangs", e);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(GatewayException.class);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void provoke(Place place, Gateway gateway) throws Exception {
    switch (place) {
      case CREATE, START, LIST, DESCRIPTION, PING, MEMORY, INDEX -> {}
      case STOP -> thrown.incrementAndGet();
      case CALL -> fails(gateway.callAsync(ToolCall.of("bad.work", Map.of())));
      case INTERCEPTOR -> fails(gateway.callAsync(ToolCall.of("good.echo", Map.of())));
      case SEARCH -> fails(gateway.searchAsync(SearchRequest.of("echo")));
      case REDUCER_PASSES ->
          done(gateway.runAsync(ChainRequest.of("{\"tool\": \"good.echo\", \"arguments\": {}}")));
      case REDUCE, ESTIMATOR ->
          done(gateway.runAsync(ChainRequest.of("{\"tool\": \"good.long\", \"arguments\": {}}")));
      case SCRIPT ->
          assertThat(done(gateway.runAsync(ChainRequest.of("program"))).isError()).isTrue();
      case RESOURCES -> gateway.surface().resources(Session.local());
      case READ -> fails(gateway.readResourceAsync("test://one"));
      case PROMPTS -> gateway.surface().prompts(Session.local());
      case PROMPT -> fails(gateway.promptAsync("one", Map.of()));
      case POLICY ->
          fails(gateway.registerAsync("new", BackendConfig.of("faulty"), Session.of("agent")));
      case TRANSPORT ->
          assertThatThrownBy(() -> gateway.expose(transport()))
              .isInstanceOf(GatewayException.class);
      case LISTENER_READY, LISTENER -> {
        gateway.surface().listen(Session.local(), listener());
        gateway.register("more", BackendConfig.of("faulty"));
      }
    }
  }

  private Gateway gateway() {
    GatewayBuilder builder =
        Gateway.builder()
            .discover(false)
            .plugin(backends())
            .plugin(new GivenRetriever("faulty", (config, context) -> retriever()))
            .retrieval("faulty")
            .plugin(reducers())
            .plugin(
                new JavaPrograms()
                    .program(
                        "program",
                        (program, host) -> {
                          at(Place.SCRIPT);
                          return RawJson.parse("7");
                        }))
            .plugin(resources())
            .plugin(prompts())
            .interceptor(
                (call, next) -> {
                  at(Place.INTERCEPTOR);
                  return next.proceed(call);
                })
            .tokenEstimator(
                text -> {
                  at(Place.ESTIMATOR);
                  return text.length() / 4;
                })
            .registrationPolicy(policy())
            .outputConfig(output -> output.maxOutputTokens(100))
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(100))
                        .timeout(Duration.ofSeconds(5))
                        .memoryCheckInterval(Duration.ofMillis(100))
                        .drainTimeout(Duration.ofMillis(100)))
            .backend(
                "good",
                BackendConfig.inProcess()
                    .tool("echo", "Echoes.", Tools.ANY_OBJECT.toString(), args -> "good")
                    .tool(
                        "long",
                        "Long.",
                        Tools.ANY_OBJECT.toString(),
                        args -> "line\n".repeat(9_000)))
            .backend("bad", BackendConfig.of("faulty").maxMemoryMb(100));
    return builder.build();
  }

  private SurfaceListener listener() {
    return new SurfaceListener() {
      @Override
      public boolean isReady() {
        at(Place.LISTENER_READY);
        return true;
      }

      @Override
      public void toolsChanged() {
        at(Place.LISTENER);
      }

      @Override
      public void resourcesChanged() {
        at(Place.LISTENER);
      }
    };
  }

  private Transport transport() {
    return new Transport() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public Exposure open(Surface surface, PluginContext context) {
        at(Place.TRANSPORT);
        throw new IllegalStateException("not reached");
      }
    };
  }

  private RegistrationPolicy policy() {
    return (name, config, session) -> {
      at(Place.POLICY);
      return Optional.empty();
    };
  }

  private Retriever retriever() {
    return new Retriever() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
        at(Place.INDEX);
        return query -> {
          at(Place.SEARCH);
          return snapshot.tools().stream().map(tool -> new Hit(tool, 1)).toList();
        };
      }
    };
  }

  private OutputReducerProvider reducers() {
    return new OutputReducerProvider() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public OutputReducer create(JsonNode config, PluginContext context) {
        return new OutputReducer() {
          @Override
          public String name() {
            return "faulty";
          }

          @Override
          public boolean passes(long sizeBytes, Request request) {
            at(Place.REDUCER_PASSES);
            return armed != Place.REDUCE;
          }

          @Override
          public Optional<Payload> reduce(Payload payload, Request request) {
            at(Place.REDUCE);
            return Optional.empty();
          }
        };
      }
    };
  }

  private ResourceProvider resources() {
    return new ResourceProvider() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public ResourceSource create(
          JsonNode config, PluginContext context, SourceListener listener) {
        return new ResourceSource() {
          @Override
          public List<Resource> resources(Session session) {
            at(Place.RESOURCES);
            return List.of(new Resource("test://one", "one", "", "", "text/plain"));
          }

          @Override
          public CompletionStage<ResourceContent> read(ResourceRequest request) {
            at(Place.READ);
            throw new IllegalStateException("not reached");
          }
        };
      }
    };
  }

  private PromptProvider prompts() {
    return new PromptProvider() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
        return new PromptSource() {
          @Override
          public List<Prompt> prompts(Session session) {
            at(Place.PROMPTS);
            return List.of(new Prompt("one", "", "", List.of()));
          }

          @Override
          public CompletionStage<PromptContent> get(PromptRequest request) {
            at(Place.PROMPT);
            throw new IllegalStateException("not reached");
          }
        };
      }
    };
  }

  private BackendProvider backends() {
    return new BackendProvider() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public Backend create(BackendContext context) {
        at(Place.CREATE);
        return new Faulty();
      }
    };
  }

  private final class Faulty implements Backend {
    @Override
    public CompletionStage<Void> start() {
      at(Place.START);
      return Backend.done();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      at(Place.LIST);
      return CompletableFuture.completedFuture(
          List.of(BackendTool.of("work", "Works.", Tools.ANY_OBJECT)));
    }

    @Override
    public String description() {
      at(Place.DESCRIPTION);
      return "";
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      at(Place.CALL);
      return CompletableFuture.completedFuture(ToolResult.text("done"));
    }

    @Override
    public CompletionStage<Void> ping() {
      at(Place.PING);
      return Backend.done();
    }

    @Override
    public OptionalLong memoryBytes() {
      at(Place.MEMORY);
      return OptionalLong.of(1);
    }

    @Override
    public CompletionStage<Void> stop() {
      at(Place.STOP);
      return Backend.done();
    }
  }
}
