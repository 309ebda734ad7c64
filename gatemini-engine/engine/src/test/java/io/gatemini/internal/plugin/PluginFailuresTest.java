package io.gatemini.internal.plugin;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.testing.PlugIns;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plug-ins that fail are named, and what they say is kept. */
class PluginFailuresTest {
  private static void build(Supplier<@Nullable Retriever> making) {
    TestGateway.builder()
        .plugin(PlugIns.provider(RetrieverProvider.class, "kaputt", making))
        .build()
        .close();
  }

  @Test
  void aRetrieverThatCannotBeMadeIsNamed() {
    String who = "plug-in \"kaputt\" \\(.*\\$Proxy\\d+\\) cannot be used: ";
    assertThrown(
            ConfigException.class,
            () ->
                build(
                    () -> {
                      throw new IllegalStateException("no model");
                    }))
        .hasMessageMatching(who + "IllegalStateException: no model");
    assertThrown(ConfigException.class, () -> build(() -> null))
        .hasMessageMatching(who + "it returned null");
  }

  /** Where its section is missing, too: it was made with nothing, and failed as it could. */
  @Test
  void aRequiredKeyThatNobodyGaveIsNamedBeforeThePluginIsMade() {
    OptionTable keys = new OptionTable("plugins.kaputt");
    keys.addRequired("directory", OptionType.text(), "Where it keeps things.");
    RetrieverProvider plugin =
        PlugIns.of(
            RetrieverProvider.class,
            "kaputt",
            PlugIns.by(
                Map.of(
                    "settings",
                    () -> keys,
                    "create",
                    () -> {
                      throw new AssertionError("made without its key");
                    })));

    assertThrown(ConfigException.class, () -> TestGateway.builder().plugin(plugin).build().close())
        .hasMessage("plugins.kaputt: \"directory\" is missing; add it");
  }

  @Test
  void aClassThatIsMissingIsNamedWithTheJarThatWantsIt() {
    assertThrown(
            ConfigException.class,
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
    Backend throwing =
        PlugIns.of(
            Backend.class,
            "throwing",
            PlugIns.by(
                Map.of(
                    "start",
                    Backend::done,
                    "listTools",
                    () ->
                        CompletableFuture.completedFuture(
                            List.of(BackendTool.of("plain", "Throws.", Tools.ANY_OBJECT))),
                    "call",
                    () -> {
                      throw new IllegalStateException("call kaputt");
                    },
                    "stop",
                    Backend::done)));
    try (Gateway gateway =
        TestGateway.builder()
            .plugin(PlugIns.provider(BackendProvider.class, "throwing", () -> throwing))
            .backend("t", BackendConfig.of("throwing"))
            .build()) {
      assertThrown(BackendCallException.class, () -> gateway.call("t.plain", Map.of()))
          .hasMessage(
              "backend \"t\" failed when it was called: IllegalStateException: call kaputt");
      assertThat(gateway.run("return t.plain({})").text())
          .contains("IllegalStateException: call kaputt");
    }
  }
}
