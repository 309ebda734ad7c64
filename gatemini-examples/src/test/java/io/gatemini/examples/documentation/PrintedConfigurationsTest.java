package io.gatemini.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.server.admin.AdminPort;
import io.gatemini.server.admin.Watched;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.testing.RedisServer;
import io.gatemini.transport.http.server.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every configuration that a document prints starts as it is printed, hosts replaced by those of
 * this machine, and its secrets open what they guard; what refers to them opens nothing.
 */
class PrintedConfigurationsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern PRINTED =
      Pattern.compile("(?m)^```(?:yaml|json)\\n(.*?)^```", Pattern.DOTALL);
  private static final Pattern SECRET = Pattern.compile("\\$\\{([A-Z_]+)}|secretref:env:([A-Z_]+)");

  /** The line of a configuration in a comment, and the key that it replaces. */
  private static final Pattern OTHER =
      Pattern.compile("(?m)^ *# in the place of ([\\w-]+):\\n( *)# (.*)$");

  private static final String DATABASE = "jdbc:h2:mem:printed";
  private static final String INITIALIZE =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
       "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""";

  private final HttpClient http = HttpClient.newHttpClient();

  record Printed(String place, String text) {
    @Override
    public String toString() {
      return place;
    }
  }

  static List<Printed> configurations() throws IOException {
    List<Printed> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT, 4)) {
      for (Path file : files.filter(PrintedConfigurationsTest::isDocument).sorted().toList()) {
        PRINTED
            .matcher(Files.readString(file))
            .results()
            .map(block -> block.group(1))
            .filter(text -> !text.startsWith("{") || text.contains("mcpServers"))
            .flatMap(text -> Stream.concat(Stream.of(text), other(text)))
            .forEach(text -> all.add(new Printed(ROOT.relativize(file) + " " + all.size(), text)));
      }
    }
    return all;
  }

  private static Stream<String> other(String text) {
    return OTHER
        .matcher(text)
        .results()
        .map(
            other ->
                text.replaceFirst("(?m)^ *" + other.group(1) + ":.*\n", "")
                    .replace(other.group(), other.group(2) + other.group(3)));
  }

  private static boolean isDocument(Path file) {
    return file.toString().endsWith(".md")
        && !file.toString().contains("/target/")
        && !file.toString().contains("/node_modules/");
  }

  @Test
  void findsTheDocuments() throws IOException {
    assertThat(configurations())
        .hasSizeGreaterThan(20)
        .anyMatch(printed -> printed.place.startsWith("README.md"))
        .anyMatch(printed -> printed.place.contains("two-gateways.md"))
        .anyMatch(printed -> printed.text.contains("\n  jdbc-state: "));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void startsAndOpensToItsSecretsAlone(Printed printed, @TempDir Path directory) throws Exception {
    Map<String, String> variables = new HashMap<>();
    for (MatchResult named : SECRET.matcher(printed.text).results().toList()) {
      String name = named.group(1) == null ? named.group(2) : named.group(1);
      variables.put(name, "value-of-" + name);
    }
    String password = variables.get("REDIS_PASSWORD");
    try (RedisServer redis =
        printed.text.contains("  redis-") ? redis(directory, password) : null) {
      String text = printed.text;
      if (redis != null) {
        text =
            text.replace(
                "rediss://gateway:${REDIS_PASSWORD}@cache:6380",
                redis.url().replace("//", "//default:${REDIS_PASSWORD}@"));
        text = text.replace("redis://cache:6379", redis.url());
      }
      Path file =
          Files.writeString(
              directory.resolve("gatemini.yaml"),
              text.replace("jdbc:postgresql://db/gateways", DATABASE));
      if (text.contains("\n  jdbc-state: ")) {
        logsInToTheDatabase(file, variables);
      } else {
        start(file, variables);
      }
    }
  }

  private void logsInToTheDatabase(Path file, Map<String, String> variables) throws Exception {
    try (Connection owner =
        DriverManager.getConnection(DATABASE, "gateway", variables.get("DB_PASSWORD"))) {
      start(file, variables);

      assertThat(owner.getMetaData().getTables(null, null, "GATEMINI_STATE", null).next()).isTrue();
    }
  }

  private static RedisServer redis(Path directory, String password) throws IOException {
    return password == null
        ? RedisServer.start(directory)
        : RedisServer.start(directory, "--requirepass", password);
  }

  private void start(Path file, Map<String, String> variables) throws Exception {
    GatewayBuilder builder =
        Gateway.builder().variables(variables).plugin(new Clock()).plugin(new OwnRetriever());
    builder.config(file);
    GatewaySettings settings = builder.settings();
    builder.settings(settings.strictSecrets(true).lazyStart(true));
    boolean door = settings.pluginConfigs().containsKey("http");
    if (door) {
      ObjectNode options = (ObjectNode) settings.pluginConfigs().get("http").deepCopy();
      builder.pluginConfig("http", options.put("listen", "127.0.0.1:0"));
    }
    try (Gateway gateway = builder.build()) {
      assertThat(gateway.backends()).hasSize(settings.backends().size() + composites(settings));
      if (door) {
        opensTheDoor(gateway.expose("http"), settings.pluginConfigs().get("http"), variables);
      }
      if (settings.admin().isPresent()) {
        opensThePort(gateway, builder.settings(), variables);
      }
    }
  }

  private static int composites(GatewaySettings settings) {
    return settings.compositeTools().isEmpty() ? 0 : 1;
  }

  private void opensTheDoor(Exposure door, JsonNode options, Map<String, String> variables)
      throws Exception {
    URI uri = ((HttpTransport.Listening) door).uri();
    assertThat(status(uri, "")).isEqualTo(401);
    for (JsonNode token : options.path("tokens")) {
      String written = token.asText();
      assertThat(status(uri, resolved(written, variables))).isEqualTo(200);
      assertThat(status(uri, written)).isEqualTo(401);
    }
  }

  private int status(URI uri, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(
            request.POST(BodyPublishers.ofString(INITIALIZE)).build(), BodyHandlers.discarding())
        .statusCode();
  }

  private void opensThePort(
      Gateway gateway, GatewaySettings settings, Map<String, String> variables) throws Exception {
    GatewaySettings.Admin printed = settings.admin().orElseThrow();
    String token = printed.token().orElseThrow();
    Secrets secrets = Secrets.of(settings, Environment.of(variables));
    try (AdminPort port = AdminPort.open(settings, secrets, Watched.of(gateway))) {
      int number = Objects.requireNonNull(port).address().getPort();
      URI uri = URI.create("http://127.0.0.1:" + number + "/live");
      assertThat(status(uri, "")).isEqualTo(401);
      assertThat(status(uri, "secretref:env:GATEMINI_ADMIN_TOKEN")).isEqualTo(401);
      // The port answers GET alone; who may come in is decided before.
      assertThat(status(uri, token)).isEqualTo(405);
    }
  }

  private static String resolved(String written, Map<String, String> variables) {
    return SECRET
        .matcher(written)
        .replaceAll(
            named -> variables.get(named.group(1) == null ? named.group(2) : named.group(1)));
  }

  /** Every key of every plug-in, whether or not its table calls it a secret. */
  static List<String> keysOfPlugins() {
    List<String> keys = new ArrayList<>();
    for (Provider plugin : Plugins.of(Provider.class, List.of(), true)) {
      for (OptionKey<?> key : plugin.settings().keys()) {
        keys.add(plugin.name() + " " + key.name());
      }
    }
    return keys.stream().distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("keysOfPlugins")
  void aSecretThatIsMissingIsRefusedByName(String plugin, @TempDir Path directory)
      throws IOException {
    String[] named = plugin.split(" ");
    for (String form : List.of("%s", "{ann: '%s'}", "['%s']")) {
      String value = form.formatted("secretref:env:MISSING");
      Path file =
          Files.writeString(
              directory.resolve("gatemini.yaml"),
              "secrets: {strict: true}\nplugins:\n  %s: {%s: %s%s}\n"
                  .formatted(named[0], named[1], value, required(named[0], named[1])));
      GatewayBuilder builder = Gateway.builder().variables(Map.of());

      assertThatThrownBy(() -> builder.config(file).build().close())
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(named[1]);
    }
  }

  @ParameterizedTest
  @MethodSource("keysOfPlugins")
  void aSecretThatIsThereReachesThePluginResolved(String plugin, @TempDir Path directory)
      throws IOException {
    String[] named = plugin.split(" ");
    String secret = url(named[0]);
    Set<String> taken = new HashSet<>();
    for (String form : List.of("'%s'", "{ann: '%s'}", "['%s']")) {
      Path file =
          Files.writeString(
              directory.resolve("gatemini.yaml"),
              "plugins:\n  %s: {%s: %s%s}\n"
                  .formatted(
                      named[0],
                      named[1],
                      form.formatted("secretref:env:PRESENT"),
                      required(named[0], named[1])));
      Environment environment = Environment.of(Map.of("PRESENT", secret));
      try (EngineContext context = new EngineContext(HostParts.none(environment), 1 << 20)) {
        GatewaySettings settings = Gateway.builder().config(file).settings();
        List<Provider> builtIn = List.copyOf(Secrets.builtIn(() -> settings, environment));
        context.lend(Plugins.of(settings, List.of(), builtIn), Optional.empty());

        assertThat(context.config(named[0]).toString())
            .contains(secret)
            .doesNotContain("secretref", "PRESENT");
        taken.add(form);
      } catch (ConfigException e) {
        assertThat(e).hasMessageContaining(named[1]);
      }
    }
    if (Set.of("tokens", "peer_key", "keystore_password", "password", "url").contains(named[1])) {
      assertThat(taken).isNotEmpty();
    }
  }

  private static String required(String plugin, String key) {
    boolean store = plugin.startsWith("redis-") || plugin.startsWith("jdbc-");
    return store && !key.equals("url") ? ", url: '" + url(plugin) + "'" : "";
  }

  private static String url(String plugin) {
    return plugin.startsWith("jdbc-") ? "jdbc:h2:mem:secret" : "redis://127.0.0.1:1/1";
  }

  @Test
  void whatASecretGuardsStaysClosedWithoutIt(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            """
            plugins: {http: {listen: '127.0.0.1:0', tokens: {ann: 'secretref:env:MISSING'}}}
            admin: {enabled: true, listen: '127.0.0.1:0', token: 'secretref:file:missing'}
            """);
    GatewayBuilder builder = Gateway.builder().variables(Map.of()).config(file);
    try (Gateway gateway = builder.build()) {
      assertThatThrownBy(() -> gateway.expose("http"))
          .isInstanceOf(ConfigException.class)
          .hasMessageContainingAll("plugins.http.tokens.ann", "MISSING");
      assertThat(AdminPort.open(builder.settings(), Secrets.of(List.of()), Watched.of(gateway)))
          .isNull();
    }
  }

  @Test
  void aHostsOwnOptionsReferToSecretsToo() throws Exception {
    ObjectNode options = JsonNodeFactory.instance.objectNode().put("listen", "127.0.0.1:0");
    options.putObject("tokens").put("ann", "secretref:env:ANN_TOKEN");
    try (Gateway gateway = Gateway.builder().variables(Map.of("ANN_TOKEN", "ann's")).build()) {
      opensTheDoor(
          gateway.expose(HttpTransport.of(options)), options, Map.of("ANN_TOKEN", "ann's"));
    }
    try (Gateway gateway = Gateway.builder().variables(Map.of("ANN_TOKEN", " ")).build()) {
      assertThatThrownBy(() -> gateway.expose(HttpTransport.of(options)))
          .hasMessageContaining("tokens.ann is empty");
    }
  }

  /** A backend that a page names and asks the reader to write. */
  private static final class Clock implements BackendProvider {
    @Override
    public String name() {
      return "clock";
    }

    @Override
    public Backend create(BackendContext context) {
      throw new UnsupportedOperationException("starts with the first call");
    }
  }

  /** A retriever of the same kind. */
  private static final class OwnRetriever implements RetrieverProvider {
    @Override
    public String name() {
      return "my-own";
    }

    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      return Plugins.of(RetrieverProvider.class, List.of(), true).stream()
          .filter(other -> other.name().equals("lexical"))
          .findFirst()
          .orElseThrow()
          .create(JsonNodeFactory.instance.objectNode(), context);
    }
  }
}
