package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendChange;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayListener;
import io.gatemini.RegistrationException;
import io.gatemini.ToolsChange;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events of backends and tools that a host receives from its gateway. */
@Timeout(60)
class GatewayListenerTest {
  private final TestTransport provider = new TestTransport("changing");
  private final Heard heard = new Heard();
  private final AtomicReference<Gateway> gateway = new AtomicReference<>();

  /** Writes down what it hears, in words. */
  private static class Heard implements GatewayListener {
    final List<String> words = new CopyOnWriteArrayList<>();
    final AtomicInteger atATime = new AtomicInteger();
    volatile boolean overlapped;

    @Override
    public void backendAdded(String backend) {
      hear("+" + backend);
    }

    @Override
    public void backendRemoved(String backend) {
      hear("-" + backend);
    }

    @Override
    public void backendChanged(BackendChange change) {
      hear(
          change.backend()
              + " "
              + change.from()
              + ">"
              + change.to()
              + change.reason().map(why -> ": " + why).orElse(""));
    }

    @Override
    public void toolsChanged(ToolsChange change) {
      hear(
          change.backend()
              + " +"
              + change.added()
              + " -"
              + change.removed()
              + " ~"
              + change.changed());
    }

    @Override
    public void changesDropped() {
      hear("dropped");
    }

    void hear(String word) {
      overlapped |= atATime.incrementAndGet() > 1;
      words.add(word);
      atATime.decrementAndGet();
    }
  }

  @AfterEach
  void close() {
    if (gateway.get() != null) {
      gateway.get().close();
    }
    assertThat(heard.overlapped).isFalse();
  }

  private Gateway built(GatewayBuilder builder) {
    Gateway built =
        builder
            .plugin(provider)
            .health(
                health ->
                    health
                        .restartInitialBackoff(Duration.ofMillis(5))
                        .restartMaxBackoff(Duration.ofMillis(5)))
            .build();
    gateway.set(built);
    return built;
  }

  private static BackendTool tool(String name, String description) {
    return BackendTool.of(name, description, Tools.ANY_OBJECT);
  }

  private void awaitLast(String word) {
    await()
        .until(
            () -> !heard.words.isEmpty() && heard.words.get(heard.words.size() - 1).equals(word));
  }

  @Test
  void hearsOfABackendFromItsAdditionToItsRemovalInOrder() {
    provider.backend("files").tools(tool("read", "Reads."), tool("list", "Lists."));
    Gateway gateway = built(Gateway.builder().listener(heard));

    gateway.register("files", BackendConfig.of("changing"));
    provider.change("files", tool("list", "Lists all."), tool("write", "Writes."));
    awaitLast("files +[files.write] -[files.read] ~[files.list]");
    gateway.deregister("files");

    awaitLast("-files");
    assertThat(heard.words)
        .containsExactly(
            "+files",
            "files +[files.list, files.read] -[] ~[]",
            "files STARTING>HEALTHY",
            "files +[files.write] -[files.read] ~[files.list]",
            "files HEALTHY>STOPPED: it was stopped",
            "files +[] -[files.list, files.write] ~[]",
            "-files");
  }

  @Test
  void hearsOfWhatIsConfiguredAndOfARestartThatKeepsTheTools() {
    provider.backend("files").tools(tool("read", "Reads."));
    built(Gateway.builder().listener(heard).backend("files", BackendConfig.of("changing")));
    awaitLast("files STARTING>HEALTHY");

    provider.last("files").context.listener().exited("it crashed");

    awaitLast("files STARTING>HEALTHY: it crashed");
    assertThat(heard.words)
        .containsExactly(
            "+files",
            "files +[files.read] -[] ~[]",
            "files STARTING>HEALTHY",
            "files HEALTHY>STARTING: it crashed",
            "files STARTING>HEALTHY: it crashed");
  }

  @Test
  void hearsOfABackendThatCouldNotBeRegistered() {
    provider.backend("files").failToStart(new RegistrationException("no"));
    Gateway gateway = built(Gateway.builder().listener(heard));

    assertThat(gateway.registerAsync("files", BackendConfig.of("changing")))
        .failsWithin(Duration.ofSeconds(60));

    awaitLast("-files");
    assertThat(heard.words).startsWith("+files", "files STARTING>STOPPED: no");
  }

  @Test
  void oneThatIsAddedLaterHearsOnceOfWhatChangesFromThenOnAndNothingOnceRemoved() {
    provider.backend("files").tools(tool("read", "Reads."));
    Gateway gateway = built(Gateway.builder());
    gateway.register("files", BackendConfig.of("changing"));
    Heard other = new Heard();

    gateway.addListener(other);
    gateway.addListener(other);
    gateway.addListener(heard);
    provider.change("files", tool("read", "Reads all."));
    awaitLast("files +[] -[] ~[files.read]");
    await().until(() -> !other.words.isEmpty());

    assertThat(gateway.removeListener(other)).isTrue();
    assertThat(gateway.removeListener(other)).isFalse();
    gateway.deregister("files");
    awaitLast("-files");
    assertThat(other.words).containsExactly("files +[] -[] ~[files.read]");
  }

  @Test
  void oneThatThrowsIsToldTheNextChange() {
    List<String> added = new CopyOnWriteArrayList<>();
    Gateway gateway =
        built(
            Gateway.builder()
                .listener(
                    new GatewayListener() {
                      @Override
                      public void backendAdded(String backend) {
                        added.add(backend);
                        throw new NoClassDefFoundError("org/example/Gone");
                      }
                    }));

    gateway.register("one", BackendConfig.of("changing"));
    gateway.register("two", BackendConfig.of("changing"));

    await().until(() -> added.equals(List.of("one", "two")));
  }

  /** It may use the gateway, for which no lock of the gateway may be held. */
  @Test
  void oneMayWaitForTheGatewayAndRemoveItself() {
    AtomicReference<List<String>> seen = new AtomicReference<>();
    provider.backend("files").tools(tool("read", "Reads."));
    Gateway gateway = built(Gateway.builder());
    gateway.addListener(
        new GatewayListener() {
          @Override
          public void toolsChanged(ToolsChange change) {
            gateway.register("more", BackendConfig.of("changing"));
            gateway.removeListener(this);
            seen.set(List.of(gateway.call("files.read", java.util.Map.of()).text()));
          }
        });

    gateway.register("files", BackendConfig.of("changing"));

    await().until(() -> seen.get() != null);
    assertThat(seen.get()).containsExactly("called read");
  }

  @Test
  void oneThatIsSlowDelaysNobodyAndHearsThatChangesWereDropped() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    Heard slow =
        new Heard() {
          @Override
          public void backendAdded(String backend) {
            held.countDown();
            Patience.hold(release);
            super.backendAdded(backend);
          }
        };
    provider.backend("files").tools(tool("read", "0"));
    Gateway gateway = built(Gateway.builder().listener(slow).listener(heard));
    gateway.register("files", BackendConfig.of("changing"));
    assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();

    for (int i = 0; i < 400; i++) {
      gateway.register("b" + i, BackendConfig.of("changing"));
      gateway.deregister("b" + i);
    }
    awaitLast("-b399"); // four changes each
    release.countDown();

    await().until(() -> slow.words.contains("dropped"));
    assertThat(slow.words).hasSize(1 + 1_000 + 1).endsWith("dropped");
    assertThat(slow.words).isEqualTo(with(heard.words.subList(0, 1_001), "dropped"));
    gateway.deregister("files");
    await().until(() -> slow.words.contains("-files"));
    assertThat(heard.words).doesNotContain("dropped");
  }

  private static List<String> with(List<String> words, String last) {
    List<String> all = new CopyOnWriteArrayList<>(words);
    all.add(last);
    return all;
  }

  @Test
  void nothingIsHeardOnceTheGatewayCloses() {
    Gateway gateway = built(Gateway.builder().listener(heard));
    gateway.register("files", BackendConfig.of("changing"));
    awaitLast("files STARTING>HEALTHY");
    int before = heard.words.size();

    gateway.close();
    gateway.addListener(new Heard());

    assertThat(heard.words).hasSize(before);
  }
}
