package io.gatemini.internal.presentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gatemini.RawJson;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Judged by a validator of JSON Schema. */
class SampleValueTest {
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static List<Error> faults(JsonNode schema, JsonNode value) {
    return SCHEMAS
        .getSchema(schema.toString(), InputFormat.JSON)
        .validate(
            value.toString(),
            InputFormat.JSON,
            context -> context.executionConfig(it -> it.formatAssertionsEnabled(true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"string\",\"minLength\":12}",
        "{\"type\":\"string\",\"maxLength\":3}",
        "{\"type\":\"string\",\"minLength\":1,\"maxLength\":1}",
        "{\"type\":\"string\",\"format\":\"date\"}",
        "{\"type\":\"string\",\"format\":\"date-time\"}",
        "{\"type\":\"string\",\"format\":\"time\"}",
        "{\"type\":\"string\",\"format\":\"duration\"}",
        "{\"type\":\"string\",\"format\":\"email\"}",
        "{\"type\":\"string\",\"format\":\"hostname\"}",
        "{\"type\":\"string\",\"format\":\"ipv4\"}",
        "{\"type\":\"string\",\"format\":\"ipv6\"}",
        "{\"type\":\"string\",\"format\":\"uri\"}",
        "{\"type\":\"string\",\"format\":\"uuid\"}",
        "{\"type\":\"string\",\"pattern\":\"^[A-Z]{2}-\\\\d{3,}$\"}",
        "{\"type\":\"string\",\"pattern\":\"^(?:sha256:)?[0-9a-f]{64}$\"}",
        "{\"type\":\"string\",\"pattern\":\"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\",\"minLength\":4}",
        "{\"type\":\"string\",\"pattern\":\"^\\\\w+\\\\.(png|jpe?g)$\"}",
        "{\"type\":\"string\",\"pattern\":\"^[^/]+/[^/]+$\"}",
        "{\"type\":\"string\",\"pattern\":\"\\\\S\"}",
        "{\"type\":\"string\",\"pattern\":\"^(?=.*x)x{3}$\"}",
        "{\"type\":\"string\",\"pattern\":\"^\\\\p{Lu}\\\\p{Ll}+$\"}",
        "{\"type\":\"string\",\"pattern\":\"^\\\\u0041[\\\\]x]{2}$\"}",
        "{\"type\":\"string\",\"pattern\":\"^(a|b){2,4}\\\\$?$\",\"minLength\":3}",
        "{\"type\":\"string\",\"pattern\":\"^(?!.*a).{2}$\",\"examples\":[\"bb\"]}",
        "{\"type\":\"integer\",\"minimum\":3}",
        "{\"type\":\"integer\",\"exclusiveMinimum\":3}",
        "{\"type\":\"integer\",\"maximum\":-3}",
        "{\"type\":\"integer\",\"exclusiveMaximum\":0}",
        "{\"type\":\"integer\",\"minimum\":2.5,\"maximum\":3.5}",
        "{\"type\":\"integer\",\"minimum\":7,\"multipleOf\":5}",
        "{\"type\":\"integer\",\"maximum\":9,\"multipleOf\":5}",
        "{\"type\":\"integer\",\"minimum\":9007199254740993}",
        "{\"type\":\"integer\",\"minimum\":1e30}",
        "{\"type\":\"number\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":0.1}",
        "{\"type\":\"number\",\"exclusiveMinimum\":1,\"maximum\":1.25}",
        "{\"type\":\"number\",\"multipleOf\":0.25,\"minimum\":0.3}",
        "{\"type\":\"array\",\"minItems\":3,\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"maxItems\":0,\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"minItems\":2,\"prefixItems\":[{\"type\":\"number\"},{\"const\":1}]}",
        "{\"allOf\":[{\"type\":\"object\",\"required\":[\"a\"]},"
            + "{\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"b\"]}]}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"null\"}},"
            + "\"anyOf\":[{\"required\":[\"b\"]},{\"required\":[\"c\"]}]}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"additionalProperties\":{\"type\":\"integer\"}}",
        "{\"$ref\":\"#/$defs/one\",\"$defs\":{\"one\":{\"allOf\":[{\"$ref\":\"#/$defs/two\"}]},"
            + "\"two\":{\"type\":\"string\",\"minLength\":9}}}",
        "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\",\"format\":\"uri\"}]}",
        "{\"enum\":[null,\"a\"]}",
        "{\"type\":[\"null\",\"integer\"],\"minimum\":4}"
      })
  void isWhatTheSchemaAccepts(String property) {
    JsonNode one = RawJson.parse(property).tree();
    JsonNode all =
        RawJson.parse(
                "{\"type\":\"object\",\"required\":[\"x\"],\"properties\":{\"x\":"
                    + property.replace("#/$defs", "#/properties/x/$defs")
                    + "}}")
            .tree();

    assertThat(faults(one, SampleValue.of(one, one))).isEmpty();
    assertThat(faults(all, SampleValue.arguments(all))).isEmpty();
  }

  /** Takes an unbounded matcher longer than anybody waits. */
  @ParameterizedTest
  @ValueSource(strings = {"^(.|.|.|.|.|.|.|.)*$x", "^((.*)*)*!$", "(", "[z-a]", "a{999999999}"})
  void endsWithAnyPattern(String pattern) {
    JsonNode schema =
        Json.mapper().createObjectNode().put("type", "string").put("pattern", pattern);

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(SampleValue.of(schema, schema).isTextual()).isTrue());
  }
}
