package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.ConfigException;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values with variables and secrets replaced. */
class ValuesTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("A", "1", "EMPTY", "", "LOOP", "${A}", "TOKEN", "secretref:env:PATH");

  @Pairs(
      """
      x${A}y${A} -> x1y1 | ${UNSET:-d} -> d | ${EMPTY:-d} -> d | ${EMPTY}z -> z | ${UNSET:-}z -> z
      ${UNSET:-a:-b} -> a:-b | ${env:A} -> 1 | ${LOOP} -> ${A} | $A $$ p$$w $ -> $A $$ p$$w $
      $${A} -> ${A} | $${A}${A} -> ${A}1
      """)
  void expandsVariablesInValues(String written, String expected) {
    assertThat(new Variables(ENVIRONMENT::get).expand(written)).isEqualTo(expected);
  }

  @Table(
      """
      ${A | is not closed
      ${} | names no environment variable
      ${a b} | names no environment variable
      ${1A} | names no environment variable
      """)
  void namesKeyAndVariableThatIsWrong(String written, String message) {
    String yaml = "backends:\n  a: {command: x, env: {KEY: '" + written + "'}}";

    assertThrown(ConfigException.class, () -> ReadConfig.of(yaml, ENVIRONMENT))
        .hasMessageStartingWith("gatemini.yaml, line 2: backends.a.env.KEY: ")
        .hasMessageContaining(message);
  }

  @Test
  void expandsNeitherKeysNorCommentsNorTheRestOfTheFile() {
    ReadConfig config =
        ReadConfig.of("# ${UNSET}\nbackends: {a: {command: x, env: {'${UNSET}': v}}}");

    assertThat(config.backend("a").env()).containsKey("${UNSET}");
  }

  @Test
  void resolvesSecretsWholeAndInside() {
    SecretProvider vault = vault(Map.of("team/key-1", "s3cret$1", "b", "x"));
    ReadConfig config =
        ReadConfig.of(
            """
            backends:
              a:
                command: x
                args: ["--key=secretref:vault:team/key-1"]
                env: {K: "secretref:vault:team/key-1", TWO: "secretref:vault:b:secretref:vault:b"}
              h:
                url: https://h.test/secretref:vault:b
                headers: {Authorization: Bearer secretref:vault:b}
                oauth: {client_id: "${A}", client_secret: secretref:vault:team/key-1, scopes: [a]}
                options: {other: secretref:vault:b}
            """,
            ENVIRONMENT,
            vault);

    assertThat(config.settings().toString()).doesNotContain("s3cret");
    assertThat(config.backend("a").command()).containsExactly("x", "--key=s3cret$1");
    assertThat(config.backend("a").env()).isEqualTo(Map.of("K", "s3cret$1", "TWO", "x:x"));
    assertThat(config.backend("h").url()).contains("https://h.test/x");
    assertThat(config.backend("h").headers()).isEqualTo(Map.of("Authorization", "Bearer x"));
    assertThat(config.backend("h").options())
        .hasToString(
            "{\"other\":\"secretref:vault:b\",\"oauth\":{\"client_id\":\"1\","
                + "\"client_secret\":\"s3cret$1\",\"scopes\":[\"a\"]}}");
  }

  @Test
  void resolvesSecretsOfFilesAndOfTheEnvironment(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "t0ken\n");
    String variable = System.getenv().keySet().stream().filter("PATH"::equals).findAny().orElse("");
    ReadConfig config =
        ReadConfig.of(
            "backends: {a: {command: x, env: {F: 'secretref:file:"
                + file
                + "', P: 'secretref:env:"
                + variable
                + "'}}}");

    assertThat(config.backend("a").env())
        .isEqualTo(Map.of("F", "t0ken", "P", System.getenv("PATH")));
  }

  @Table(
      """
      secretref:vault:x | there is no secret provider "vault"; there are bws, command, env, file
      secretref:env | the secret reference is incomplete
      """)
  void namesTheProviderButNeitherSecretNorReference(String written, String message) {
    assertThrown(
            ConfigException.class,
            () -> ReadConfig.of("backends: {a: {command: x, env: {K: '" + written + "'}}}"))
        .hasMessageStartingWith("gatemini.yaml, line 1: backends.a.env.K: ")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("/no/such");
  }

  @Test
  void shipsItsProvidersAsServices() {
    assertThat(ServiceLoader.load(SecretProvider.class))
        .extracting(SecretProvider::name)
        .contains("env", "file");
  }

  private static SecretProvider vault(Map<String, String> secrets) {
    return new SecretProvider() {
      @Override
      public String name() {
        return "vault";
      }

      @Override
      public Optional<String> resolve(String reference) {
        return Optional.ofNullable(secrets.get(reference));
      }
    };
  }
}
