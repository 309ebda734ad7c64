package io.gatemini.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import io.gatemini.testing.PlugIns;
import io.gatemini.testing.TestGateway;
import java.lang.reflect.InvocationHandler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Stores end with the gateway for which a provider made them. */
class ClosedStoresTest {
  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void closesTheStoreOfStateAfterItsLastFlush() {
    used(builder().plugin(PlugIns.provider(StateStoreProvider.class, "states", this::state)));

    assertThat(events).contains("write", "flush").endsWith("flush", "close");
    assertThat(events).containsOnlyOnce("close");
  }

  @Test
  void closesTheStoreOfResults() {
    used(builder().plugin(PlugIns.provider(ResultStoreProvider.class, "results", this::results)));

    assertThat(events).containsExactly("close");
  }

  @Test
  void leavesToTheHostWhatIsTheHosts() {
    used(builder().stateStore(state()).resultStore(results()));

    assertThat(events).contains("flush").doesNotContain("close");
  }

  private static GatewayBuilder builder() {
    return TestGateway.builder()
        .backend("shop", BackendConfig.inProcess().tool("count", "Counts.", "{}", arguments -> 3));
  }

  /** Everything has ended when the gateway is closed, whatever the stores do. */
  private static void used(GatewayBuilder builder) {
    try (Gateway gateway = TestGateway.ready(builder)) {

      assertThat(gateway.call("shop.count", Map.of()).text()).isEqualTo("3");
    }
  }

  private StateStore state() {
    StateStore values = StateStore.inMemory();
    return PlugIns.of(
        StateStore.class,
        "state",
        (self, method, arguments) -> {
          events.add(method.getName());
          if (method.getName().equals("close")) {
            throw new IllegalStateException("it does not close well");
          }
          return method.isDefault()
              ? InvocationHandler.invokeDefault(self, method, arguments)
              : method.invoke(values, arguments);
        });
  }

  private ResultStore results() {
    return PlugIns.of(
        ResultStore.class,
        "results",
        (self, method, arguments) -> {
          events.add(method.getName());
          return null;
        });
  }
}
