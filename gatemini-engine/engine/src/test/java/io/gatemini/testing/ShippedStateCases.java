package io.gatemini.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.PluginInfo;
import io.gatemini.config.BackendConfig;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** The shared stores that come with the library, which a gateway uses only where it is said so. */
public abstract class ShippedStateCases extends SharedStateContract {
  private final String plugin;
  private final ObjectNode settings;

  /**
   * @param plugin the name of the plug-in that makes such stores
   * @param url where they are, as its settings say it
   */
  protected ShippedStateCases(String plugin, String url) {
    this.plugin = plugin;
    this.settings = JsonNodeFactory.instance.objectNode().put("url", url);
  }

  /** Waits until the server of a store lets the check pass. */
  public static void whenServed(ThrowingRunnable check) {
    await().ignoreExceptionsInstanceOf(GatewayException.class).untilAsserted(check);
  }

  /** A gateway with a tool {@code log.read} and a plug-in for its state. */
  public static GatewayBuilder gateway(String plugin, ObjectNode settings) {
    return Gateway.builder()
        .pluginConfig(plugin, settings)
        .backend(
            "log",
            BackendConfig.inProcess()
                .tool("read", "Reads the log.", "{\"type\": \"object\"}", args -> "a line"));
  }

  @Test
  void remembersForTheNextGateway() {
    try (Gateway gateway = gateway(plugin, settings).build()) {
      gateway.run("return await log.read()");

      assertThat(gateway.plugins())
          .filteredOn(it -> it.kind().equals("state-store"))
          .extracting(PluginInfo::name)
          .containsExactly(plugin);
    }

    assertThat(new String(store().read("usage", "tools").orElseThrow(), UTF_8))
        .contains("log.read");
  }

  @Test
  void isNotUsedWithoutASectionOfItsOwn() {
    try (Gateway gateway = Gateway.builder().build()) {
      assertThat(gateway.plugins())
          .extracting(PluginInfo::name)
          .doesNotContain(plugin, "redis-results");
    }
  }
}
