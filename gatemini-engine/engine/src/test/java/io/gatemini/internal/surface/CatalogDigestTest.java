package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.presentation.CatalogDigest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CatalogDigestTest {
  private static final long TOLD_WITHIN_MILLIS = 300;

  @AutoClose private final FixtureGateway gateway = new FixtureGateway(RealisticTools.catalog());
  private final ToolSurface surface = GivenSurface.over(gateway);
  private final ToolSurface changing = GivenSurface.ofChangingTool(gateway);

  @Test
  void tellsBackendsWithToolCountsAndAFewWords() {
    gateway.descriptions.put("files", "Local \"files\".\nBelow the working directory.");

    assertThat(digest())
        .isEqualTo(
            "Backends (tools): chat (2) channels, send, message; files (4) Local files; github (4) issue,"
                + " pull, request, issues, code; postgres (2) describe, table.");
  }

  @Test
  void namesWhatIsConfiguredBeforeAnythingHasStarted() {
    gateway.publish(CatalogFixture.of(0));
    gateway.withoutTools.put("a", BackendState.STARTING);
    gateway.withoutTools.put("b", BackendState.STOPPED);
    assertThat(digest()).isEqualTo("Backends (tools): a; b.");
  }

  @Test
  void givesEachOfManyBackendsFewerWords() {
    gateway.publish(backends(12));
    for (int i = 0; i < 12; i++) {
      gateway.descriptions.put("backend" + i, "Words that say what this one is good for indeed");
    }

    assertThat(digest()).contains("backend0 (1) Words that").contains("backend11 (1) Words that");
    assertThat(bytes(digest())).isLessThanOrEqualTo(CatalogDigest.MAX_BYTES);
  }

  @Test
  void tellsHowManyOfTwoHundredBackendsItLeavesOut() {
    gateway.publish(backends(200).with(tool("zoo", "a", ""), tool("zoo", "b", "")));

    assertThat(digest())
        .startsWith("Backends (tools): zoo (2); backend0 (1); ")
        .matches(".*; and \\d+ more backends \\(\\d+ tools\\)\\.");
    assertThat(bytes(digest())).isBetween(CatalogDigest.MAX_BYTES - 40, CatalogDigest.MAX_BYTES);
  }

  @Property(tries = 300)
  void isBoundedAndPlainWhateverBackendsSay(@ForAll String description, @ForAll String name) {
    gateway.publish(RealisticTools.catalog().with(tool("other", name, description)));
    gateway.descriptions.put("files", description);
    gateway.descriptions.put("chat", description.repeat(50));

    assertThat(bytes(digest())).isLessThanOrEqualTo(CatalogDigest.MAX_BYTES);
    assertThat(JsonNodeFactory.instance.textNode(digest()).toString())
        .isEqualTo('"' + digest() + '"');
  }

  @Test
  void staysTheSameForOneGeneration() {
    List<SurfaceTool> before = surface.tools(Session.local());
    gateway.descriptions.put("files", "Something else");

    assertThat(surface.tools(Session.local())).isSameAs(before);
    gateway.publish(RealisticTools.catalog().with(tool("more", "tool", "")));
    assertThat(surface.tools(Session.local())).isEqualTo(before);
  }

  @Test
  void tellsListenersOnceOfABurstAndOnlyIfItMadeADifference() {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger failing = new AtomicInteger();
    listen(
        () -> {
          failing.incrementAndGet();
          throw new IllegalStateException("a listener that fails");
        });
    listen(told::incrementAndGet);
    CatalogFixture catalog = RealisticTools.catalog();

    for (int i = 0; i < 20; i++) {
      catalog = catalog.with(tool("more", "tool" + i, ""));
      gateway.publish(catalog);
      changing.catalogChanged(catalog);
      assertThat(changing.tools(Session.local())).isNotEmpty();
    }

    // A burst that takes its time may be reported more than once.
    await()
        .pollDelay(Duration.ofSeconds(2))
        .until(() -> told.get() >= 1 && failing.get() == told.get());
    int burst = told.get();
    assertThat(burst).isLessThan(5);
    CatalogFixture same = catalog.with();
    gateway.publish(same);
    changing.catalogChanged(same);
    CatalogFixture different = same.with(tool("different", "a", ""));
    await().pollDelay(Duration.ofMillis(2 * TOLD_WITHIN_MILLIS)).until(() -> told.get() == burst);
    gateway.publish(different);
    changing.catalogChanged(different);
    await().until(() -> told.get() == burst + 1);
  }

  @Test
  void tellsWhoSawAStateThatWasTakenBackBeforeAnybodyWasTold() {
    AtomicInteger told = new AtomicInteger();
    gateway.publish(backends(3));
    assertThat(changing.tools(Session.local())).isNotEmpty();
    listen(told::incrementAndGet);

    gateway.publish(new CatalogFixture(8, List.of()));
    List<SurfaceTool> seen = changing.tools(Session.local());
    gateway.publish(new CatalogFixture(9, backends(3).tools()));
    changing.catalogChanged(backends(3));

    await().until(() -> told.get() == 1);
    assertThat(changing.tools(Session.local())).isNotEqualTo(seen);
  }

  @Test
  void tellsNobodyAfterTheRegistrationIsClosed() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    AtomicInteger open = new AtomicInteger();
    Listening registration = listen(closed::incrementAndGet);
    listen(open::incrementAndGet);

    registration.close();
    gateway.publish(backends(3));
    changing.catalogChanged(backends(3));

    await().until(() -> open.get() == 1);
    assertThat(closed).hasValue(0);
  }

  @Test
  void changesAfterTheEndAreIgnored() {
    listen(() -> {});

    gateway.close();

    changing.catalogChanged(backends(3));
  }

  /** The shape of MCP, specification 2025-11-25; what a model sees is the first three members. */
  @Test
  void theSevenToolsAreSmallEvenWithTheLongestDigest() {
    GatewaySettings longest =
        GatewaySettings.defaults().catalogDigest("x".repeat(CatalogDigest.MAX_BYTES));
    ArrayNode seen = JsonNodeFactory.instance.arrayNode();
    ArrayNode whole = JsonNodeFactory.instance.arrayNode();

    for (SurfaceTool tool : GivenSurface.over(gateway, longest).tools(Session.local())) {
      ObjectNode json = seen.addObject().put("name", tool.name());
      json.put("description", tool.description()).set("inputSchema", tool.inputSchema());
      ObjectNode all = whole.addObject();
      all.put("name", tool.name()).put("title", tool.title());
      all.put("description", tool.description()).set("inputSchema", tool.inputSchema());
      all.set("outputSchema", tool.outputSchema());
      all.set("annotations", tool.annotations().toJson());
    }

    assertThat(bytes("{\"tools\":" + seen + "}")).isLessThanOrEqualTo(3_500);
    assertThat(bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":" + whole + "}}"))
        .isLessThanOrEqualTo(5_500);
  }

  private String digest() {
    return CatalogDigest.of(gateway.catalog(), gateway.backends(), CatalogDigest.MAX_BYTES);
  }

  private static CatalogFixture backends(int count) {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tools.add(tool("backend" + i, "tool", ""));
    }
    return new CatalogFixture(7, tools);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private Listening listen(Runnable listener) {
    return changing.listen(
        Session.local(),
        new SurfaceListener() {
          @Override
          public void toolsChanged() {
            listener.run();
          }
        });
  }
}
