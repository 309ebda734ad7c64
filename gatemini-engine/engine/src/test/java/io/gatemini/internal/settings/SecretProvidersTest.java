package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where the secrets of a file come from, as a backend gets them. */
@DisabledOnOs(OS.WINDOWS)
class SecretProvidersTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  Path directory;

  private final TestTransport transport = new TestTransport("stdio");

  private Gateway gateway(String providers, String reference) throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "secrets: {providers: "
                + providers
                + "}\nbackends: {a: {transport: stdio, command: x, env: {K: 'secretref:"
                + reference
                + "'}}}\n");
    return Gateway.builder().discover(false).plugin(transport).config(config).build();
  }

  private String got(String providers, String reference) throws Exception {
    try (Gateway gateway = gateway(providers, reference)) {
      gateway.awaitReady(Duration.ofSeconds(60));
      return String.valueOf(transport.next().context.config().env().get("K"));
    }
  }

  private String reason(String providers, String reference) throws Exception {
    try (Gateway gateway = gateway(providers, reference)) {
      await().until(() -> status(gateway).state() == BackendState.STOPPED);
      return status(gateway).reason().orElseThrow();
    }
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().get(0);
  }

  /** Kubernetes mounts links to files in a directory that is swapped. */
  @Test
  void aDirectoryAsContainerPlatformsMountIt() throws Exception {
    Path versions = Files.createDirectories(directory.resolve("secrets/..2026"));
    Files.writeString(versions.resolve("db-password"), "pässword 1\n");
    Files.createSymbolicLink(directory.resolve("secrets/..data"), Path.of("..2026"));
    Files.createSymbolicLink(
        directory.resolve("secrets/db-password"), Path.of("..data/db-password"));
    Files.writeString(directory.resolve("outside"), "x");

    String providers = "{file: {directory: secrets}}";
    assertThat(got(providers, "file:db-password")).isEqualTo("pässword 1");
    assertThat(got(providers, "file:" + directory.resolve("outside"))).isEqualTo("x");
    assertThat(reason(providers, "file:../outside")).contains("\"file\" has no secret");
    assertThat(reason(providers, "file:other")).contains("\"file\" has no secret");
  }

  /** Has an address to ask, as a vault does. */
  private static final class Vault implements SecretProvider {
    private static final OptionTable SETTINGS = new OptionTable("vault");

    static {
      SETTINGS.addRequired("address", OptionType.text(), "Where it is.");
    }

    private final String address;

    Vault(String address) {
      this.address = address;
    }

    @Override
    public String name() {
      return "vault";
    }

    @Override
    public OptionTable settings() {
      return SETTINGS;
    }

    @Override
    public SecretProvider create(JsonNode config, PluginContext context) {
      return new Vault(config.path("address").asText());
    }

    @Override
    public Optional<String> resolve(String reference) {
      return Optional.of(reference + " at " + address);
    }
  }

  @Test
  void aVaultThatHasSettings() throws Exception {
    GatewayBuilder builder =
        Gateway.builder()
            .discover(false)
            .plugin(transport)
            .plugin(new Vault("nowhere"))
            .config(
                "vault.yaml",
                """
                plugins: {vault: {address: "https://vault.example"}}
                backends: {a: {transport: stdio, command: x, env: {K: "secretref:vault:db/key"}}}
                """);
    try (Gateway gateway = builder.build()) {
      gateway.awaitReady(Duration.ofSeconds(60));

      assertThat(transport.next().context.config().env())
          .containsEntry("K", "db/key at https://vault.example");
    }
  }

  @Test
  void aVaultWhoseSettingsAreWrong() {
    GatewayBuilder builder = Gateway.builder().discover(false).plugin(new Vault("nowhere"));

    assertThrown(
            ConfigException.class,
            () -> builder.config("vault.yaml", "plugins: {vault: {adress: x}}\n").build())
        .hasMessageContaining("vault.yaml, line 1: plugins.vault.adress")
        .hasMessageContaining("did you mean \"address\"?");
  }

  @Test
  void aProgramThatPrintsIt() throws Exception {
    String providers = "{command: {token: [printf, '%s %s\\n', 'a b;c', '$HOME']}}";

    assertThat(got(providers, "command:token")).isEqualTo("a b;c $HOME");
    assertThat(reason(providers, "command:printf")).contains("\"command\" has no secret");
    assertThat(reason("{}", "command:token")).contains("\"command\" has no secret");
  }

  @Table(
      """
      [sh, -c, 'echo s3cret >&2; echo s3cret; exit 3'] | the program "sh" ended with status 3; \
      run it
      [no-such-program, s3cret] | the program "no-such-program" cannot be started
      ['true', s3cret] | "command" has no secret
      """)
  void aProgramThatFailsStopsTheBackend(String argv, String reason) throws Exception {
    assertThat(reason("{command: {token: " + argv + "}}", "command:token"))
        .contains(reason)
        .doesNotContain("s3cret");
  }

  @Test
  void aProgramWithoutArgumentsIsAListToo() {
    assertThatThrownBy(() -> gateway("{command: {token: printf}}", "command:token"))
        .hasMessageContaining("secrets.providers.command.token");
    assertThatThrownBy(() -> gateway("{command: {token: []}}", "command:token"))
        .hasMessageContaining("line 1: secrets.providers.command.token: write the program and its");
  }
}
