package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.SearchRequest;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other settings are put in force under a gateway that runs. */
@Timeout(120)
class ReloadTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final BackendConfig SCRIPTED = BackendConfig.of("scripted");

  private final TestTransport transport = new TestTransport("scripted");
  @AutoClose private Gateway gateway = gateway(settings());

  private static GatewaySettings settings() {
    return GatewaySettings.defaults()
        .discover(false)
        .backend("a", SCRIPTED)
        .backend("b", SCRIPTED)
        .alias("do_it", "a.work");
  }

  private Gateway gateway(GatewaySettings settings) {
    Gateway made = TestGateway.ready(Gateway.builder().settings(settings).plugin(transport));

    return made;
  }

  private static GatewaySettings base() {
    return GatewaySettings.defaults().discover(false);
  }

  private Set<String> tools() {
    return names(gateway.catalog());
  }

  private static Set<String> names(CatalogSnapshot catalog) {
    Set<String> names = new TreeSet<>();
    catalog.tools().stream().map(ToolDescriptor::key).forEach(names::add);
    return names;
  }

  private String call(String tool) {
    return gateway.call(ToolCall.of(tool, Map.of())).text();
  }

  @Test
  void stopsADisabledBackendAndStartsItAgain() {
    GatewaySettings disabled =
        base().backend("a", SCRIPTED.disabled(true)).backend("b", SCRIPTED).alias("do", "a.work");

    SettingsChange change = gateway.reload(disabled);

    assertThat(change.removedBackends()).containsExactly("a");
    assertThat(tools()).containsExactly("b.work");
    assertThat(gateway.backends()).extracting(it -> it.name()).containsExactly("b");
    await().until(() -> transport.last("a").stops.get() == 1);

    gateway.reload(base().backend("a", SCRIPTED).backend("b", SCRIPTED));

    assertThat(gateway.awaitReady(LONG)).isTrue();
    assertThat(tools()).containsExactly("a.work", "b.work");
  }

  @Test
  void namesAllowedToolsThatABackendDoesNotHave() {
    try (LoggedErrors log = new LoggedErrors()) {
      gateway.reload(base().backend("a", SCRIPTED.allowedTools("w*", "wrok")));

      assertThat(gateway.awaitReady(LONG)).isTrue();
      assertThat(log.messages())
          .anyMatch(
              line ->
                  line.contains("allowed_tools lists unknown tools") && line.contains("[a, wrok]"));
    }
  }

  @Test
  void addsRemovesAndReplacesBackendsAndLeavesOthersAlone() {
    TestBackend untouched = transport.last("b");
    transport.backend("a").tools("new_work");
    transport.backend("c").tools("other");

    SettingsChange change =
        gateway.reload(
            base()
                .backend("a", SCRIPTED.timeout(Duration.ofSeconds(7)))
                .backend("b", SCRIPTED)
                .backend("c", SCRIPTED)
                .alias("again", "c.other"));

    assertThat(change.addedBackends()).containsExactly("c");
    assertThat(change.changedBackends()).containsExactly("a");
    assertThat(change.removedBackends()).isEmpty();
    assertThat(change.changedKeys()).containsExactly("aliases");
    assertThat(gateway.awaitReady(LONG)).isTrue();
    assertThat(tools()).containsExactly("a.new_work", "b.work", "c.other");
    assertThat(call("again")).isEqualTo("called other");
    assertThatThrownBy(() -> call("do_it")).hasMessageContaining("do_it");
    assertThat(transport.all("b")).containsExactly(untouched);
    await().until(() -> transport.all("a").get(0).stops.get() == 1);

    gateway.reload(base().backend("b", SCRIPTED));

    assertThat(tools()).containsExactly("b.work");
    assertThat(gateway.backends()).extracting("name").containsExactly("b");
    await().until(() -> transport.last("c").stops.get() == 1);
  }

  @Test
  void tellsInHealthWhatIsWrongUntilItIsMended() {
    assertThrown(
        ConfigException.class,
        () ->
            gateway.reload(
                () -> {
                  throw new ConfigException("gatemini.yaml, line 3: it is wrong");
                }));
    assertThat(health()).contains("\"Invalid\"", "gatemini.yaml, line 3: it is wrong");

    assertThrown(ConfigException.class, () -> gateway.reload(settings().alias("x", "x")));
    assertThat(health()).contains("\"Invalid\"", "the alias leads to itself");

    gateway.reload(() -> settings().alias("lost", "a.nothing"));
    assertThat(health())
        .doesNotContain("Invalid")
        .contains("\"lost\"", "alias of a.nothing, which is not there")
        .doesNotContain("do_it");
  }

  private String health() {
    return gateway.readResource("gatemini://health").text();
  }

  @Test
  void changesNothingWhereSomethingDoesNotFit() {
    GatewaySettings before = ((GatewayView) gateway).engine().settings().now();

    assertThrown(
            ConfigException.class,
            () ->
                gateway.reload(
                    base()
                        .backend("b", SCRIPTED.timeout(Duration.ofSeconds(1)))
                        .backend("x", BackendConfig.of("nowhere"))
                        .backend("y", SCRIPTED.namespace("b"))))
        .hasMessageContaining("nowhere")
        .hasMessageContaining("share the namespace");

    assertThat(((GatewayView) gateway).engine().settings().now()).isSameAs(before);
    assertThat(tools()).containsExactly("a.work", "b.work");
    assertThat(transport.all("b")).hasSize(1);
  }

  @Test
  void letsCallsUnderWayEndWhereTheyBegan() throws Exception {
    transport.backend("a").answer(call -> new CompletableFuture<>());
    CompletableFuture<ToolResult> slow = new CompletableFuture<>();
    transport.backend("a").answer(call -> slow);
    CompletableFuture<ToolResult> open = gateway.callAsync(ToolCall.of("a.work", Map.of()));
    TestBackend old = transport.last("a");
    assertThat(old.calls.take().call().tool()).isEqualTo("work");
    transport.backend("a").say("new");

    gateway.reload(base().backend("a", SCRIPTED.timeout(LONG)).backend("b", SCRIPTED));
    assertThat(gateway.awaitReady(LONG)).isTrue();

    assertThat(call("a.work")).isEqualTo("new");
    assertThat(old.stops.get()).isZero();
    slow.complete(ToolResult.text("old"));
    assertThat(open.get().text()).isEqualTo("old");
    await().until(() -> old.stops.get() == 1);
  }

  @Test
  void keepsTheToolsOfAChangedBackendUntilItSaysWhichItHas() {
    transport.backend("a").start(CompletableFuture::new);

    gateway.reload(base().backend("a", SCRIPTED.timeout(LONG)).backend("b", SCRIPTED));

    assertThat(tools()).containsExactly("a.work", "b.work");
    transport.backend("a").start(io.gatemini.spi.Backend::done);
  }

  @Test
  void keepsNoToolOfAChangedBackendThatDoesNotStart() {
    transport.backend("a").failToStart(new GatewayException("no such program"));

    gateway.reload(base().backend("a", SCRIPTED.timeout(LONG)).backend("b", SCRIPTED));

    await().until(() -> tools().equals(Set.of("b.work")));
  }

  @Test
  void changesCompositeTools() {
    CompositeTool tool = CompositeTool.of("Does it.", "return 1");
    gateway.reload(settings().compositeTool("one", tool).compositeTool("two", tool));
    assertThat(tools()).contains("__composite.one", "__composite.two");

    gateway.reload(settings().compositeTool("two", tool));
    assertThat(tools()).contains("__composite.two").doesNotContain("__composite.one");

    gateway.reload(settings());
    assertThat(tools()).containsExactly("a.work", "b.work");
  }

  /** A reader sees the old or the new state, never a mixture. */
  @Test
  void showsAllOfItInOneSnapshot() {
    BackendConfig inline =
        BackendConfig.inProcess().tool("t", "T.", "{\"type\":\"object\"}", arguments -> "");
    GatewaySettings one = base().backend("x1", inline).backend("y1", inline).alias("z", "x1.t");
    GatewaySettings two = base().backend("x2", inline).backend("y2", inline).alias("z", "x2.t");
    gateway.reload(one);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Set<Set<String>>> seen =
        CompletableFuture.supplyAsync(
            () -> {
              Set<Set<String>> all = new HashSet<>();
              while (!over.get()) {
                CatalogSnapshot snapshot = gateway.catalog();
                Set<String> names = names(snapshot);
                names.add(snapshot.aliases().getOrDefault("z", "none"));
                all.add(names);
              }
              return all;
            });

    for (int i = 0; i < 200; i++) {
      gateway.reload(two);
      gateway.reload(one);
    }
    over.set(true);

    assertThat(seen.join()).isSubsetOf(Set.of("x1.t", "y1.t"), Set.of("x2.t", "y2.t"));
  }

  @Test
  void standsFiveHundredReloadsUnderClientsThatSearchAndCall() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    ConcurrentLinkedQueue<String> unexplained = new ConcurrentLinkedQueue<>();
    ExecutorService clients = Executors.newFixedThreadPool(16);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      String tool = i % 2 == 0 ? "b.work" : "a.work";
      running.add(
          clients.submit(
              () -> {
                while (!over.get()) {
                  try {
                    gateway.search(SearchRequest.of("work"));
                    gateway.call(ToolCall.of(tool, Map.of()));
                  } catch (GatewayException e) {
                    // The backend that is removed and replaced over and over may be gone; the other
                    // never is.
                    if (tool.equals("b.work")) {
                      unexplained.add(String.valueOf(e));
                    }
                  }
                }
              }));
    }

    for (int i = 0; i < 500; i++) {
      GatewaySettings next = base().backend("b", SCRIPTED);
      gateway.reload(
          i % 3 == 0 ? next : next.backend("a", SCRIPTED.timeout(Duration.ofSeconds(10 + i))));
    }
    gateway.reload(settings());
    over.set(true);
    for (Future<?> client : running) {
      client.get();
    }
    clients.shutdown();

    assertThat(unexplained).isEmpty();
    assertThat(gateway.awaitReady(LONG)).isTrue();
    assertThat(tools()).containsExactly("a.work", "b.work");
    assertThat(transport.all("b")).hasSize(1);
    await()
        .atMost(LONG)
        .until(
            () ->
                transport.all("a").stream().filter(backend -> backend.stops.get() == 0).count()
                    == 1);
  }
}
