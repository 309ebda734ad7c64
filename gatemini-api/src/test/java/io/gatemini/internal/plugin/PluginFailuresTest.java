package io.gatemini.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plug-ins that fail are named, and what they say is kept. */
class PluginFailuresTest {
  private record Retrieving(Supplier<@Nullable Retriever> making) implements RetrieverProvider {
    @Override
    public String name() {
      return "kaputt";
    }

    @Override
    @SuppressWarnings("NullAway") // what a careless plug-in does
    public Retriever create(JsonNode config, PluginContext context) {
      return making.get();
    }
  }

  private static void build(Supplier<@Nullable Retriever> making) {
    Gateway.builder().discover(false).plugin(new Retrieving(making)).build().close();
  }

  @Test
  void aRetrieverThatCannotBeMadeIsNamed() {
    String who = "plug-in \"kaputt\" (" + Retrieving.class.getName() + ") cannot be used: ";
    assertThatThrownBy(
            () ->
                build(
                    () -> {
                      throw new IllegalStateException("no model");
                    }))
        .isInstanceOf(ConfigException.class)
        .hasMessage(who + "IllegalStateException: no model");
    assertThatThrownBy(() -> build(() -> null))
        .isInstanceOf(ConfigException.class)
        .hasMessage(who + "it made nothing");
  }

  /** Where its section is missing, too: it was made with nothing, and failed as it could. */
  @Test
  void aRequiredKeyThatNobodyGaveIsNamedBeforeThePluginIsMade() {
    OptionTable keys = new OptionTable("plugins.kaputt");
    keys.addRequired("directory", OptionType.text(), "Where it keeps things.");
    RetrieverProvider plugin =
        new RetrieverProvider() {
          @Override
          public String name() {
            return "kaputt";
          }

          @Override
          public OptionTable settings() {
            return keys;
          }

          @Override
          public Retriever create(JsonNode config, PluginContext context) {
            throw new AssertionError("made without its key");
          }
        };

    assertThatThrownBy(() -> Gateway.builder().discover(false).plugin(plugin).build().close())
        .isInstanceOf(ConfigException.class)
        .hasMessage("plugins.kaputt: \"directory\" is missing; add it");
  }

  @Test
  void aClassThatIsMissingIsNamedWithTheJarThatWantsIt() {
    assertThatThrownBy(
            () ->
                build(
                    () -> {
                      NoClassDefFoundError error = new NoClassDefFoundError("org/nowhere/Missing");
                      error.setStackTrace(
                          new StackTraceElement[] {
                            new StackTraceElement(JsonNode.class.getName(), "get", null, 1)
                          });
                      throw error;
                    }))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "NoClassDefFoundError: org/nowhere/Missing (Missing is on no class path")
        .hasMessageContaining("wanted by jackson-databind-");
    assertThatThrownBy(
            () ->
                build(
                    () -> {
                      throw new NoSuchMethodError(
                          "'void com.fasterxml.jackson.databind.ObjectMapper.no()'");
                    }))
        .hasMessageContaining("ObjectMapper is in jackson-databind-");
  }

  @Test
  void aBackendThatThrowsAtACallKeepsItsText() {
    try (Gateway gateway =
        Gateway.builder()
            .discover(false)
            .plugin(new ThrowingProvider())
            .backend("t", BackendConfig.of("throwing"))
            .build()) {
      assertThatThrownBy(() -> gateway.call("t.plain", Map.of()))
          .isInstanceOf(BackendCallException.class)
          .hasMessage(
              "backend \"t\" failed when it was called: IllegalStateException: call kaputt");
      assertThat(gateway.run("return t.plain({})").text())
          .contains("IllegalStateException: call kaputt");
    }
  }

  private static final class ThrowingProvider implements BackendProvider {
    @Override
    public String name() {
      return "throwing";
    }

    @Override
    public Backend create(BackendContext context) {
      return new Backend() {
        @Override
        public CompletionStage<Void> start() {
          return Backend.done();
        }

        @Override
        public CompletionStage<List<BackendTool>> listTools() {
          return CompletableFuture.completedFuture(
              List.of(
                  BackendTool.of(
                      "plain", "Throws.", RawJson.parse("{\"type\":\"object\"}").tree())));
        }

        @Override
        public CompletionStage<ToolResult> call(BackendCall call) {
          throw new IllegalStateException("call kaputt");
        }

        @Override
        public CompletionStage<Void> ping() {
          return Backend.done();
        }

        @Override
        public CompletionStage<Void> stop() {
          return Backend.done();
        }
      };
    }
  }
}
