package io.gatemini.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.GatewayBuilder;
import io.gatemini.HealthConfig;
import io.gatemini.Json;
import io.gatemini.OutputConfig;
import io.gatemini.SandboxConfig;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One way in: what Java can say, a file can say under the same name. */
class ConfigKeysTest {
  /** What takes an object of the host, which a file cannot hold. */
  private static final Set<String> ONLY_IN_JAVA =
      Set.of(
          "config",
          "plugin",
          "resource",
          "prompt",
          "interceptor",
          "executor",
          "scheduler",
          "clock",
          "textAnalyzer",
          "tokenEstimator");

  /** Setters that are called once for each member of a key. */
  private static final Map<String, String> PLURAL =
      Map.of(
          "backend", "backends",
          "alias", "aliases",
          "composite_tool", "composite_tools",
          "plugin_config", "plugins",
          "registration_policy", "policy",
          "semantic", "enabled",
          "semantic_model", "model");

  private static final Set<String> BACKEND_ONLY_IN_JAVA = Set.of("tool", "tools", "methodsOf");

  private static final Map<String, String> BACKEND_PLURAL =
      Map.of("header", "headers", "option", "options");

  @Test
  void hasAKeyForEverySetterOfTheGateway() {
    Set<String> keys = new TreeSet<>(GatewayFormat.KEYS);
    keys.remove("registration");
    keys.addAll(GatewayFormat.REGISTRATION_KEYS);
    keys.remove("search");
    keys.addAll(GatewayFormat.SEARCH_KEYS);
    keys.remove("semantic");
    keys.addAll(GatewayFormat.SEMANTIC_KEYS);

    assertThat(setters(GatewayBuilder.class, ONLY_IN_JAVA, PLURAL)).isEqualTo(keys);
  }

  @Test
  void hasAKeyForEverySetterOfABackend() {
    Set<String> keys = new TreeSet<>(BackendFormat.KEYS);
    // The arguments are part of the command in Java; the transport is the factory.
    keys.remove("args");
    keys.remove("transport");

    assertThat(setters(BackendConfig.class, BACKEND_ONLY_IN_JAVA, BACKEND_PLURAL)).isEqualTo(keys);
  }

  /** A section that stands for a record. */
  private record RecordSection(String name, Set<String> keys, Record defaults) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<RecordSection> recordSections() {
    return List.of(
        new RecordSection("health", HealthFormat.KEYS, HealthConfig.defaults()),
        new RecordSection("sandbox", SandboxFormat.KEYS, SandboxConfig.defaults()),
        new RecordSection("output_config", OutputFormat.KEYS, OutputConfig.defaults()));
  }

  @ParameterizedTest
  @MethodSource("recordSections")
  void hasAKeyForEveryComponentOfARecord(RecordSection section) {
    List<String> components =
        Arrays.stream(section.defaults().getClass().getRecordComponents())
            .map(component -> snakeCase(component.getName()))
            .toList();

    assertThat(section.keys()).containsExactlyElementsOf(components);
  }

  @Test
  void describesExactlyTheKnownKeysInTheSchema() throws IOException {
    JsonNode schema = schema();
    Set<String> backendKeys = new HashSet<>(BackendFormat.KEYS);
    BackendFormat.TRANSPORT_OPTIONS.values().forEach(backendKeys::addAll);

    assertThat(properties(schema)).isEqualTo(GatewayFormat.KEYS);
    assertThat(properties(schema.at("/properties/registration")))
        .isEqualTo(GatewayFormat.REGISTRATION_KEYS);
    assertThat(properties(schema.at("/properties/search"))).isEqualTo(GatewayFormat.SEARCH_KEYS);
    assertThat(properties(schema.at("/properties/semantic")))
        .isEqualTo(GatewayFormat.SEMANTIC_KEYS);
    assertThat(schema.at("/properties/registration/properties/policy/enum"))
        .isEqualTo(Json.mapper().valueToTree(GatewayFormat.POLICIES));
    for (RecordSection section : recordSections()) {
      assertThat(properties(schema.at("/properties/" + section.name()))).isEqualTo(section.keys());
    }
    JsonNode backend = schema.at("/$defs/backend/properties");
    assertThat(properties(backend.path("retry"))).isEqualTo(LimitsFormat.RETRY_KEYS);
    assertThat(properties(backend.path("rate_limit"))).isEqualTo(LimitsFormat.RATE_LIMIT_KEYS);
    assertThat(properties(backend.path("prerequisite"))).isEqualTo(LimitsFormat.PREREQUISITE_KEYS);
    assertThat(properties(backend.path("pool"))).isEqualTo(LimitsFormat.POOL_KEYS);
    assertThat(properties(schema.at("/$defs/compositeTool"))).isEqualTo(CompositeFormat.KEYS);
    assertThat(schema.at("/properties/sandbox/properties/isolation/enum"))
        .isEqualTo(Json.mapper().valueToTree(SandboxFormat.ISOLATIONS));
    assertThat(properties(schema.at("/$defs/backend"))).isEqualTo(backendKeys);
  }

  @Test
  void statesTheDefaultsOfTheBuilderInTheSchema() throws IOException {
    JsonNode properties = schema().path("properties");

    assertThat(properties.at("/max_output_bytes/default").intValue())
        .isEqualTo(GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES);
    assertThat(properties.at("/registration/properties/max_dynamic_backends/default").intValue())
        .isEqualTo(GatewayBuilder.DEFAULT_MAX_DYNAMIC_BACKENDS);
  }

  @ParameterizedTest
  @MethodSource("recordSections")
  void statesTheDefaultsOfARecordInTheSchema(RecordSection section) throws Exception {
    JsonNode properties = schema().at("/properties/" + section.name() + "/properties");

    for (RecordComponent component : section.defaults().getClass().getRecordComponents()) {
      String key = snakeCase(component.getName());
      Object value = component.getAccessor().invoke(section.defaults());
      String stated = properties.path(key).path("default").asText();
      if (value instanceof Duration duration) {
        assertThat(Durations.parse(stated)).as(key).hasValue(duration);
      } else {
        assertThat(stated).as(key).isEqualTo(String.valueOf(value).toLowerCase(Locale.ROOT));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("recordSections")
  void statesTheBoundsOfARecordInTheSchema(RecordSection section) throws IOException {
    JsonNode properties = schema().at("/properties/" + section.name() + "/properties");

    for (String key : section.keys()) {
      JsonNode minimum = properties.path(key).path("minimum");
      if (minimum.isNumber()) {
        long least = minimum.longValue();
        assertThatCode(() -> ReadConfig.of(config(section, key, least)))
            .as(key)
            .doesNotThrowAnyException();
        assertThatThrownBy(() -> ReadConfig.of(config(section, key, least - 1)))
            .hasMessage(
                "gatemini.yaml, line 2: "
                    + section.name()
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

  private static String config(RecordSection section, String key, long value) {
    return section.name() + ":\n  " + key + ": " + value + "\nbackends: {}\n";
  }

  private static Set<String> setters(
      Class<?> type, Set<String> onlyInJava, Map<String, String> plural) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() == type)
        .map(Method::getName)
        .filter(name -> !onlyInJava.contains(name))
        .map(ConfigKeysTest::snakeCase)
        .map(name -> plural.getOrDefault(name, name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static JsonNode schema() throws IOException {
    try (InputStream in = GatewayBuilder.class.getResourceAsStream("config.schema.json")) {
      return Json.mapper().readTree(in);
    }
  }

  private static Set<String> properties(JsonNode object) {
    Set<String> names = new HashSet<>();
    object.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }
}
