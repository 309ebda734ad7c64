package io.gatemini.internal.answer;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.PluginInfo;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.UnknownResultException;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of results that is a plug-in: which one is used, and what it cannot do to answers. */
class GuardedResultStoreTest {
  private static final String LONG = "a line of some length, and no two alike\n".repeat(100);

  /** Keeps everything in a map, under given ids. */
  private static final class Recorded implements ResultStore {
    final Map<String, RawJson> kept = new HashMap<>();
    final List<String> asked = new ArrayList<>();
    String nextId = "id-1";
    boolean broken;

    @Override
    public Optional<String> put(String owner, RawJson result) {
      fail();
      kept.put(owner + ":" + nextId, result);
      return Optional.of(nextId);
    }

    @Override
    public Lookup find(String owner, String id) {
      fail();
      asked.add(id);
      RawJson known = kept.get(owner + ":" + id);
      return known == null ? new Lookup.Unknown() : new Lookup.Found(known);
    }

    @Override
    public void forget(String owner) {
      fail();
    }

    private void fail() {
      if (broken) {
        throw new NoClassDefFoundError("org/example/Gone");
      }
    }
  }

  /** A plug-in that is found on the class path. */
  public static final class Discovered implements ResultStoreProvider {
    @Override
    public String name() {
      return "discovered";
    }

    @Override
    public int weight() {
      return 5_000;
    }

    @Override
    public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
      return ResultStore.none();
    }
  }

  private final Recorded store = new Recorded();

  private static GatewayBuilder builder() {
    return Gateway.builder()
        .backend(
            "log",
            BackendConfig.inProcess()
                .tool("read", "Reads the log.", "{\"type\": \"object\"}", args -> LONG));
  }

  private static ChainResult reduced(Gateway gateway, Session session) {
    ChainResult result =
        gateway.run(
            ChainRequest.of("{\"tool\": \"log.read\", \"arguments\": {}}")
                .withSession(session)
                .withMaxOutputBytes(1_000));
    assertThat(result.isError()).isFalse();
    assertThat(result.text()).contains("a line of some length");
    return result;
  }

  @Test
  void keepsTheResultsOfAGatewayByTheIdentityOfTheClient() {
    try (Gateway gateway = builder().resultStore(store).build()) {
      assertThat(reduced(gateway, Session.of("ann").withClient("an editor", "1")).resultId())
          .contains("id-1");

      assertThat(store.kept).containsOnlyKeys("ann:id-1");
      assertThat(gateway.result("id-1", Session.of("ann")).text()).isEqualTo(LONG);
    }
  }

  @Test
  void aStoreThatFailsCostsNoAnswer() {
    store.broken = true;
    try (Gateway gateway = builder().resultStore(store).build()) {
      assertThat(reduced(gateway, Session.of("ann")).resultId()).isEmpty();
      assertThrown(GatewayException.class, () -> gateway.result("id-1"))
          .hasMessageContaining("cannot be read at the moment");
      gateway.endSession(Session.of("ann"));
    }
  }

  @Test
  void anIdThatCouldBeAPathIsNeitherTakenNorAskedFor() {
    store.nextId = "../../etc";
    try (Gateway gateway = builder().resultStore(store).build()) {
      assertThat(reduced(gateway, Session.of("ann")).resultId()).isEmpty();
      assertThrown(
          UnknownResultException.class, () -> gateway.result("../../etc", Session.of("ann")));
      assertThat(store.asked).isEmpty();
    }
  }

  @Test
  void isFoundWeighedAndExcludedLikeOtherPlugIns(@TempDir Path classes) throws Exception {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ResultStoreProvider.class.getName()), Discovered.class.getName());
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader found = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(found);

      assertThat(stores(builder())).containsExactly("discovered", "memory");
      assertThat(stores(builder().exclude("discovered"))).containsExactly("memory");
      assertThat(stores(builder().discover(false))).containsExactly("memory");
      assertThat(stores(builder().resultStore(store)))
          .containsExactly("host", "discovered", "memory");
      try (Gateway gateway = builder().build()) {
        assertThat(reduced(gateway, Session.local()).resultId()).isEmpty();
      }
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static List<String> stores(GatewayBuilder builder) {
    try (Gateway gateway = builder.build()) {
      return gateway.plugins().stream()
          .filter(plugin -> plugin.kind().equals("result-store"))
          .map(PluginInfo::name)
          .toList();
    }
  }
}
