package io.gatemini.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Stores end with the gateway for which a provider made them. */
class ClosedStoresTest {
  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void closesTheStoreOfStateAfterItsLastFlush() {
    used(builder().plugin(new States()));

    assertThat(events).contains("write", "flush").endsWith("flush", "close");
    assertThat(events).containsOnlyOnce("close");
  }

  @Test
  void closesTheStoreOfResults() {
    used(builder().plugin(new Results()));

    assertThat(events).containsExactly("close");
  }

  @Test
  void leavesToTheHostWhatIsTheHosts() {
    used(builder().stateStore(new State()).resultStore(new Kept()));

    assertThat(events).contains("flush").doesNotContain("close");
  }

  private static GatewayBuilder builder() {
    return Gateway.builder()
        .discover(false)
        .backend("shop", BackendConfig.inProcess().tool("count", "Counts.", "{}", arguments -> 3));
  }

  /** Everything has ended when the gateway is closed, whatever the stores do. */
  private static void used(GatewayBuilder builder) {
    try (Gateway gateway = builder.build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(gateway.call("shop.count", Map.of()).text()).isEqualTo("3");
    }
  }

  private final class States implements StateStoreProvider {
    @Override
    public String name() {
      return "states";
    }

    @Override
    public StateStore create(JsonNode config, PluginContext context) {
      return new State();
    }
  }

  private final class State implements StateStore {
    private final StateStore values = StateStore.inMemory();

    @Override
    public Optional<byte[]> read(String area, String key) {
      return values.read(area, key);
    }

    @Override
    public void write(String area, String key, byte[] value) {
      events.add("write");
      values.write(area, key, value);
    }

    @Override
    public void remove(String area, String key) {
      values.remove(area, key);
    }

    @Override
    public void flush() {
      events.add("flush");
    }

    @Override
    public void close() {
      events.add("close");
      throw new IllegalStateException("it does not close well");
    }
  }

  private final class Results implements ResultStoreProvider {
    @Override
    public String name() {
      return "results";
    }

    @Override
    public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
      return new Kept();
    }
  }

  private final class Kept implements ResultStore {
    @Override
    public Optional<String> put(String owner, RawJson result) {
      return Optional.empty();
    }

    @Override
    public Lookup find(String owner, String id) {
      return new Lookup.Unknown();
    }

    @Override
    public void forget(String owner) {}

    @Override
    public void close() {
      events.add("close");
    }
  }
}
