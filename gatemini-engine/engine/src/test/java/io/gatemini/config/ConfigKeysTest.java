package io.gatemini.config;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.GatewayBuilder;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import io.gatemini.testing.Words;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One way in: what Java can say, a file can say under the same name. */
class ConfigKeysTest {
  /** The getter of a flag that became a choice is still that of the flag. */
  private static final Map<String, String> CHOICES = Map.of("prewarm", "prewarming");

  /** Takes an object of the host, which a file cannot hold. */
  private static final Set<String> ONLY_IN_JAVA =
      Set.of(
          Words.of(
              """
              config | settings | plugin | resource | prompt | interceptor | listener | resultStore
              stateStore | variables | executor | scheduler | clock | textAnalyzer | tokenEstimator
              """));

  /** Describes the bundled server, not a gateway in a host. */
  private static final Set<String> OF_THE_SERVER =
      Set.of("log_level", "secrets", "daemon", "admin");

  /** A default for the backends of a file; in Java each backend sets it. */
  private static final Set<String> OF_THE_FILE = Set.of("inherit_env");

  /** Setters that are called once for each member of a key. */
  private static final Map<String, String> PLURAL =
      Map.ofEntries(
          entry("backend", "backends"),
          entry("alias", "aliases"),
          entry("composite_tool", "composite_tools"),
          entry("plugin_config", "plugins"),
          entry("registration_policy", "policy"),
          entry("shared_registrations", "shared"),
          entry("registration_visible", "visible"),
          entry("passed_resources", "resources"),
          entry("passed_prompts", "prompts"),
          entry("search_examples", "examples"),
          entry("semantic", "enabled"),
          entry("semantic_model", "model"));

  private static final Set<String> BACKEND_ONLY_IN_JAVA =
      Set.of("tool", "tools", "methodsOf", "withSecrets");

  private static final Map<String, String> BACKEND_PLURAL =
      Map.of("header", "headers", "option", "options");

  @Test
  void hasAKeyForEverySetterOfTheGateway() {
    Set<String> keys = new TreeSet<>(SettingsKeys.TOP.names());
    JsonNode properties = SettingsKeys.TOP.schema().path("properties");
    for (String section : List.of("registration", "search", "semantic", "passthrough")) {
      keys.remove(section);
      keys.addAll(properties(properties.path(section)));
    }
    keys.removeAll(OF_THE_SERVER);
    keys.removeAll(OF_THE_FILE);

    assertThat(setters(GatewayBuilder.class, ONLY_IN_JAVA, PLURAL)).isEqualTo(keys);
  }

  @Test
  void hasAKeyForEverySetterOfABackend() {
    Set<String> keys = new TreeSet<>(BackendConfig.keys().names());
    // The arguments are part of the command in Java; the transport is the factory.
    keys.remove("args");
    keys.remove("transport");

    assertThat(setters(BackendConfig.class, BACKEND_ONLY_IN_JAVA, BACKEND_PLURAL)).isEqualTo(keys);
  }

  /** A registration is kept in a state store as a file would say it. */
  @Test
  void readsABackendAsItWasWritten() {
    BackendConfig config =
        BackendConfig.of("own")
            .command("npx", "-y", "server")
            .env("TOKEN", "secretref:env:TOKEN")
            .url("https://example.com/mcp")
            .header("X-Key", "k")
            .tags("a", "b")
            .description("d\u00e9")
            .timeout(Duration.ofMillis(1_500))
            .fallbackChain("other")
            .pool(PoolConfig.defaults().maxInstances(3))
            .retry(RetryConfig.defaults().maxRetries(7).initialDelay(Duration.ofMillis(20)))
            .option("deep", JsonNodeFactory.instance.objectNode().put("n", 1));

    assertThat(BackendConfig.fromJson(config.toJson())).isEqualTo(config);
  }

  /** A section of a configuration, and the table of its keys. */
  private record Section(String name, OptionTable keys, Object defaults) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Section> sections() {
    return List.of(
        new Section("health", HealthConfig.OPTIONS, HealthConfig.defaults()),
        new Section("sandbox", SandboxConfig.OPTIONS, SandboxConfig.defaults()),
        new Section("output_config", OutputConfig.OPTIONS, OutputConfig.defaults()),
        new Section("retry", RetryConfig.OPTIONS, RetryConfig.defaults()),
        new Section("pool", PoolConfig.OPTIONS, PoolConfig.defaults()));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void hasASetterAndAGetterForEveryKey(Section config) throws Exception {
    assertThat(setters(config.defaults().getClass(), Set.of(), Map.of()))
        .isEqualTo(config.keys().names());
    for (OptionKey<?> key : config.keys().keys()) {
      Object value = getter(config.defaults(), key.name()).invoke(config.defaults());
      assertThat(key.fallback()).as(key.name()).isEqualTo(Optional.of(value));
    }
  }

  @ParameterizedTest
  @MethodSource("sections")
  void keepsEveryDefaultWithinItsOwnBounds(Section config) {
    config.keys().keys().forEach(ConfigKeysTest::checkDefault);
  }

  private static <T> void checkDefault(OptionKey<T> key) {
    key.fallback().ifPresent(key::check);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void checksTheBoundsThatTheSchemaStates(Section config) {
    JsonNode properties = config.keys().schema().path("properties");

    for (String key : config.keys().names()) {
      JsonNode minimum = properties.path(key).path("minimum");
      if (minimum.isIntegralNumber()
          && properties.path(key).path("type").asText().equals("integer")) {
        long least = minimum.longValue();
        assertThat(config.keys().read(options(config, key, least))).isNotNull();
        assertThatThrownBy(() -> config.keys().read(options(config, key, least - 1)))
            .hasMessage(
                config.name()
                    + "."
                    + key
                    + ": "
                    + key
                    + " must be at least "
                    + least
                    + ", not "
                    + (least - 1));
      }
    }
  }

  private static Options options(Section config, String key, long value) {
    return Options.of(config.name(), JsonNodeFactory.instance.objectNode().put(key, value));
  }

  private static Method getter(Object config, String key) throws NoSuchMethodException {
    String name = CHOICES.getOrDefault(key, key);
    return Arrays.stream(config.getClass().getMethods())
        .filter(method -> snakeCase(method.getName()).equals(name))
        .filter(method -> method.getParameterCount() == 0)
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException(key));
  }

  private static Set<String> setters(
      Class<?> type, Set<String> onlyInJava, Map<String, String> plural) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() == type || method.isDefault())
        .map(Method::getName)
        .filter(name -> !onlyInJava.contains(name))
        .map(ConfigKeysTest::snakeCase)
        .map(name -> plural.getOrDefault(name, name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Set<String> properties(JsonNode object) {
    Set<String> names = new HashSet<>();
    object.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }
}
