package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.Surface.Icon;
import io.gatemini.Surface.ServerInfo;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.backend.StatefulBackends;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.spi.Backplane;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InstructionsTest {
  @AutoClose private final FixtureGateway gateway = new FixtureGateway(RealisticTools.catalog());

  @Test
  void tellTheWorkflowAndTheBackends() {
    gateway.descriptions.put("files", "Local files. Below the working directory.");

    String text = text();

    assertThat(text)
        .contains("search_tools", "tool_info", "call_tool_chain", "gatemini://result/{id}")
        .contains("The returned value is the result; console output comes with it.")
        .contains("becomes _")
        .contains("gatemini://overview", "discover", "find_tool", "backend_status")
        .endsWith(
            "\nBackends (tools): chat (2) channels, send, message; files (4) Local files; github"
                + " (4) issue, pull, request, issues, code; postgres (2) describe, table.");
  }

  @Test
  void nameBackendsThatHaveNoToolsYet() {
    gateway.publish(CatalogFixture.of(0));
    assertThat(text()).doesNotContain("Backends").endsWith("backend_status.");

    gateway.publish(CatalogFixture.of(1));
    gateway.withoutTools.put("later", BackendState.STARTING);
    gateway.withoutTools.put("broken", BackendState.STOPPED);
    gateway.descriptions.put("later", "Comes later.");

    assertThat(text()).endsWith("\nBackends (tools): broken; later Comes later.");
  }

  @Test
  void areTheVerySameUntilTheCatalogChanges() {
    ToolSurface surface = GivenSurface.over(gateway);
    Optional<String> before = surface.instructions();

    gateway.withoutTools.put("down", BackendState.UNHEALTHY);
    gateway.descriptions.put("files", "Something else");

    assertThat(surface.instructions()).isSameAs(before);
    gateway.publish(RealisticTools.catalog().with());
    assertThat(surface.instructions().orElseThrow()).contains("Something else", "; down;");
  }

  @Test
  void doNotDependOnTheStateOfABackend() {
    gateway.withoutTools.put("one", BackendState.STARTING);
    String before = text();

    gateway.withoutTools.put("one", BackendState.STOPPED);

    assertThat(text()).isEqualTo(before);
  }

  @Test
  void tellAsManyOfTwoHundredBackendsAsThereIsRoomFor() {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      tools.add(tool("backend-number-" + i, "tool", "A tool."));
    }
    tools.add(tool("zoo", "a", ""));
    tools.add(tool("zoo", "b", ""));
    gateway.publish(new CatalogFixture(7, tools));

    assertThat(text())
        .hasSizeBetween(MetaTools.MAX_INSTRUCTIONS_LENGTH - 60, MetaTools.MAX_INSTRUCTIONS_LENGTH)
        .contains("zoo (2); backend-number-0 (1); ")
        .matches("(?s).*; and \\d+ more backends \\(\\d+ tools\\)\\.");
  }

  @Property(tries = 300)
  void areBoundedAndWholeWhateverBackendsSay(
      @ForAll String description, @ForAll String name, @ForAll("backends") int backends) {
    CatalogFixture catalog = RealisticTools.catalog().with(tool(name, name, description));
    for (int i = 0; i < backends; i++) {
      gateway.withoutTools.put(name.repeat(1 + i % 9) + i, BackendState.STARTING);
      gateway.descriptions.put(name + i, description.repeat(1 + i % 7));
    }
    gateway.publish(catalog);
    gateway.descriptions.put("files", description);

    String text = text();

    assertThat(text.length()).isLessThanOrEqualTo(MetaTools.MAX_INSTRUCTIONS_LENGTH);
    assertThat(StandardCharsets.UTF_16.newEncoder().canEncode(text)).isTrue();
    assertThat(text.lines().filter(line -> line.startsWith("Backends")).count()).isEqualTo(1);
    gateway.withoutTools.clear();
    gateway.descriptions.clear();
  }

  @Provide
  Arbitrary<Integer> backends() {
    return Arbitraries.of(0, 1, 5, 40, 200);
  }

  @Test
  void aHostReplacesExtendsOrSilencesThem() {
    assertThat(text(Optional.of("Mine."), Optional.empty())).contains("Mine.");
    assertThat(text(Optional.of("Mine."), Optional.of("And more."))).contains("Mine.\nAnd more.");
    assertThat(text(Optional.empty(), Optional.of("And more.")).orElseThrow())
        .startsWith(text())
        .endsWith(".\nAnd more.");
    assertThat(text(Optional.of(""), Optional.empty())).isEmpty();
    assertThat(text(Optional.of(""), Optional.of("Only this."))).contains("Only this.");
  }

  @Test
  void belongToOneGenerationEach() throws Exception {
    Map<Long, String> seen = new ConcurrentHashMap<>();
    AtomicLong calls = new AtomicLong();
    List<String> wrong = new ArrayList<>();
    try (FixtureGateway changing =
        new FixtureGateway(generation(1)) {
          @Override
          public List<BackendStatus> backends() {
            // A second look shows something else.
            descriptions.put("one", "Look number " + calls.incrementAndGet());
            return super.backends();
          }
        }) {
      ToolSurface surface = GivenSurface.over(changing);
      CountDownLatch start = new CountDownLatch(1);
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        readers.add(
            CompletableFuture.runAsync(
                () -> {
                  Patience.await(start);
                  do {
                    CatalogSnapshot before = changing.catalog();
                    String text = surface.instructions().orElseThrow();
                    if (before == changing.catalog()) {
                      String other = seen.putIfAbsent(before.generation(), text);
                      if (other != null && !other.equals(text)) {
                        synchronized (wrong) {
                          wrong.add(text);
                        }
                      }
                      if (!text.contains("one (" + before.generation() + ")")) {
                        synchronized (wrong) {
                          wrong.add(text);
                        }
                      }
                    }
                  } while (!seen.containsKey(50L));
                },
                command -> new Thread(command).start()));
      }

      start.countDown();
      for (int generation = 2; generation <= 50; generation++) {
        changing.publish(generation(generation));
        Thread.onSpinWait();
      }
      CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new)).join();
    }

    assertThat(wrong).isEmpty();
    assertThat(seen).containsKey(50L);
  }

  @Test
  void areThoseOfTheGateway() {
    try (Gateway real =
        TestGateway.builder()
            .moreInstructions("Money goes through billing.")
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .description("Invoices and refunds.")
                    .tool("refund", "Refund.", "{\"type\":\"object\"}", arguments -> "done"))
            .build()) {
      assertThat(real.instructions()).contains("billing");
      assertThat(real.awaitReady(Duration.ofSeconds(60))).isTrue();

      String text = real.instructions();

      assertThat(text)
          .endsWith("billing (1) Invoices and refunds.\nMoney goes through billing.")
          .isSameAs(real.surface().instructions().orElseThrow());
    }
  }

  @Test
  void nameWhatASecondGatewayDoesNotHave() {
    BackplaneProvider backplane =
        new BackplaneProvider() {
          @Override
          public String name() {
            return "test-backplane";
          }

          @Override
          public Backplane create(JsonNode config, PluginContext context) {
            throw new AssertionError("no client has come");
          }
        };
    StatefulBackends transport = new StatefulBackends();
    BackendConfig browser = BackendConfig.of("stateful").instanceMode(InstanceMode.DEDICATED);
    try (Gateway one = TestGateway.builder().plugin(transport).backend("browser", browser).build();
        Gateway both =
            TestGateway.builder()
                .plugin(transport)
                .plugin(backplane)
                .backend("browser", browser)
                .backend("shared", BackendConfig.of("stateful"))
                .build()) {
      assertThat(one.instructions()).doesNotContain("several places");
      assertThat(both.instructions())
          .endsWith(
              "This server runs in several places, each with its own instance of browser: a call"
                  + " may reach an instance that has not seen the calls before it.");
    }
  }

  @Test
  void theServerSaysWhoItIs() {
    ServerInfo server = GivenSurface.over(gateway).server();

    assertThat(server.name()).isEqualTo("gatemini");
    assertThat(server.title()).isEqualTo("Gatemini");
    assertThat(server.website()).isEmpty();
    Icon icon = server.icons().get(0);
    assertThat(icon.mimeType()).isEqualTo("image/svg+xml");
    assertThat(icon.sizes()).containsExactly("any");
    assertThat(icon.source()).startsWith("data:image/svg+xml;base64,").hasSizeLessThan(1_024);
    byte[] svg = Base64.getDecoder().decode(icon.source().substring(26));
    assertThat(new String(svg, StandardCharsets.UTF_8))
        .startsWith("<svg xmlns=")
        .endsWith("</svg>");
  }

  private String text() {
    return text(Optional.empty(), Optional.empty()).orElseThrow();
  }

  private Optional<String> text(Optional<String> own, Optional<String> more) {
    GatewaySettings said = GatewaySettings.defaults();
    GatewaySettings replaced = own.map(said::instructions).orElse(said);
    GatewaySettings settings = more.map(replaced::moreInstructions).orElse(replaced);
    return GivenSurface.over(gateway, settings).instructions();
  }

  /** A catalog whose only backend has as many tools as its number. */
  private static CatalogFixture generation(int generation) {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < generation; i++) {
      tools.add(tool("one", "tool" + i, ""));
    }
    return new CatalogFixture(generation, tools);
  }
}
