package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that lead nowhere or are never read are reported with their place. */
class SettingsCheckTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void aliasesAndFallbacksThatLeadNowhereAreErrors() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(
            () ->
                ReadConfig.of(
                    """
                    backends:
                      files: {command: npx}
                      shop:
                        command: npx
                        fallback_chain: [shop, shopp]
                    composite_tools:
                      both: {description: Both., code: return 1}
                    aliases:
                      good: files.read
                      bare: read
                      also: __composite.both
                      lost: file.read
                      self: self
                      twice: good
                      none: __composite.neither
                    """))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).lines())
                    .containsExactly(
                        "gatemini.yaml, line 5: backends.shop.fallback_chain: a backend cannot"
                            + " stand in for itself; leave \"shop\" out",
                        "gatemini.yaml, line 5: backends.shop.fallback_chain: there is no backend"
                            + " \"shopp\"; did you mean \"shop\"?",
                        "gatemini.yaml, line 12: aliases.lost: there is no backend \"file\"; did"
                            + " you mean \"files\"?",
                        "gatemini.yaml, line 13: aliases.self: the alias leads to itself; write"
                            + " the tool it leads to",
                        "gatemini.yaml, line 14: aliases.twice: \"good\" is an alias too; write"
                            + " the tool it leads to",
                        "gatemini.yaml, line 15: aliases.none: there is no composite tool"
                            + " \"neither\"; there is both"));
  }

  @Test
  void twoBackendsMayStandInForEachOther() {
    assertThat(
            ReadConfig.of(
                    """
                    backends:
                      a: {command: npx, fallback_chain: [b]}
                      b: {command: npx, fallback_chain: [a]}
                    """)
                .backend("a")
                .fallbackChain())
        .containsExactly("b");
  }

  @Test
  void settingsOfPluginsAreChecked() {
    assertThrown(
            ConfigException.class,
            () ->
                ReadConfig.of(
                    """
                    backends: {}
                    plugins:
                      rankd: {k1: 1}
                      ranked:
                        k2: 1
                        k1: 3
                      empty: {}
                    """))
        .hasMessage(
            "gatemini.yaml, line 3: plugins.rankd: no plug-in of this name takes settings; did you"
                + " mean \"ranked\"?\n"
                + "gatemini.yaml, line 5: plugins.ranked.k2: this key is not known; did you mean"
                + " \"k1\"?\n"
                + "gatemini.yaml, line 6: plugins.ranked.k1: k1 must be from 0 to 2, not 3.0");
  }

  @Test
  void aFileCanReferToABackendThatTheHostAddsAfterwards(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("g.yaml"), "aliases: {pay: billing.pay}\n");
    GatewayBuilder builder = TestGateway.builder().config(file);

    String problem = "g.yaml, line 1: aliases.pay: there is no backend \"billing\"; there is none";
    assertThatThrownBy(builder::settings).hasMessage(problem);
    assertThatThrownBy(builder::build).hasMessage(problem);

    builder.backend("billing", BackendConfig.inProcess());
    assertThat(builder.settings().aliases()).containsEntry("pay", "billing.pay");
    builder.build().close();
  }

  @Test
  void warnsOfAFallbackThatIsNotThereYet() {
    try (LoggedErrors logged = new LoggedErrors();
        Gateway gateway =
            TestGateway.builder()
                .backend("files", BackendConfig.inProcess().fallbackChain("zz"))
                .build()) {
      assertThat(logged.toString())
          .contains("calls skip it until it is registered")
          .contains("backends.files.fallback_chain")
          .contains("zz");
      assertThat(gateway.backends()).hasSize(1);
    }
  }

  @Test
  void saysWhichToolHasASchemaThatIsNoJson() {
    assertThrown(
            ConfigException.class,
            () -> BackendConfig.inProcess().tool("x", "", "{nope", args -> 1))
        .hasMessageStartingWith("the input schema of the tool \"x\": not valid JSON");
  }

  @Test
  void namesTheArtifactOfCommandLineTools() {
    assertThrown(
            ConfigException.class,
            () ->
                TestGateway.builder()
                    .config("g.yaml", "backends: {git: {tools: {log: {command: git log}}}}\n"))
        .hasMessageContaining("g.yaml, line 1: backends.git.tools: command-line tools come with")
        .hasMessageContaining("io.gatemini:gatemini-transport-stdio");
  }

  @Test
  void saysThatThereIsNoTransport() {
    try (Gateway gateway = TestGateway.builder().build()) {
      assertThrown(ConfigException.class, () -> gateway.expose("stdio"))
          .hasMessageContaining(
              "transport \"stdio\" is not known; there is none (\"stdio\" comes with");
    }
  }

  @Test
  void headersAreForRequests() {
    assertThrown(
            ConfigException.class,
            () -> BackendConfig.stdio("npx").header("Authorization", "Bearer x"))
        .hasMessageContaining("header \"Authorization\": a backend of the transport stdio")
        .hasMessageNotContaining("Bearer");
    assertThat(BackendConfig.of("own").header("a", "b").headers()).containsEntry("a", "b");
  }

  @Test
  void javaIsCheckedTheSame() {
    GatewayBuilder builder =
        TestGateway.builder()
            .backend("files", BackendConfig.inProcess())
            .alias("a", "b")
            .alias("b", "b")
            .pluginConfig("nosuch", RawJson.parse("{\"x\": 1}").tree());

    assertThrown(ConfigException.class, builder::build)
        .hasMessageContaining("aliases.a: \"b\" is an alias too")
        .hasMessageContaining("aliases.b: the alias leads to itself")
        .hasMessageContaining("plugins.nosuch: no plug-in of this name takes settings");
  }

  @Test
  void anAliasOfABackendThatMayStillComeIsNamedByTheCallThatFails() {
    try (Gateway gateway =
        TestGateway.builder()
            .backend("files", BackendConfig.inProcess())
            .alias("pay", "billing.pay")
            .build()) {
      assertThrown(UnknownToolException.class, () -> gateway.call("pay", Map.of()))
          .hasMessageStartingWith(
              "\"pay\" is an alias of billing.pay: tool \"billing.pay\" is not known");
    }
  }

  @Test
  void whatATransportDeclaresHoldsInFilesAndInJava() throws IOException {
    assertThatThrownBy(() -> declared("").build())
        .hasMessageContaining("gatemini.yaml, line 2: backends.b: \"n\" is missing; add it");
    assertThatThrownBy(() -> declared("    n: 30\n").build())
        .hasMessageContaining("gatemini.yaml, line 4: backends.b.n: n must be at most 5");
    declared("    n: 3\n").build().close();

    BackendConfig java = BackendConfig.of("counted");
    assertThrown(ConfigException.class, () -> counted().backend("b", java).build())
        .hasMessage("backends.b: \"n\" is missing; add it");
    assertThrown(ConfigException.class, () -> counted().backend("b", java.option("n", 30)).build())
        .hasMessage("backends.b.n: n must be at most 5, not 30");
    counted().backend("b", java.option("n", 3)).build().close();
  }

  private GatewayBuilder declared(String keys) throws IOException {
    Path file = directory.resolve("gatemini.yaml");
    Files.writeString(file, "backends:\n  b:\n    transport: counted\n" + keys);
    return counted().config(file);
  }

  private static GatewayBuilder counted() {
    return TestGateway.builder().lazyStart(true).plugin(new Counted());
  }

  private static final class Counted implements BackendProvider {
    private static final OptionTable KEYS = new OptionTable("counted");

    static {
      KEYS.addRequired("n", OptionType.integer(1, 5), "How many.");
    }

    @Override
    public String name() {
      return "counted";
    }

    @Override
    public OptionTable options() {
      return KEYS;
    }

    @Override
    public Backend create(BackendContext context) {
      throw new AssertionError("nothing is started here");
    }
  }
}
