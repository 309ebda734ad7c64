package io.gatemini.internal.presentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gatemini.RawJson;
import java.util.List;
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
        "{\"type\":\"string\",\"pattern\":\"^b+$\",\"examples\":[\"bb\"]}",
        "{\"type\":\"integer\",\"maximum\":-3,\"default\":-4,\"examples\":[7]}",
        "{\"type\":\"integer\",\"minimum\":3}",
        "{\"type\":\"integer\",\"minimum\":9007199254740993}",
        "{\"type\":\"array\",\"minItems\":3,\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"maxItems\":0,\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"minItems\":2,\"prefixItems\":[{\"type\":\"number\"},{\"const\":1}]}",
        "{\"allOf\":[{\"type\":\"object\",\"required\":[\"a\"]},"
            + "{\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"b\"]}]}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"null\"}},"
            + "\"anyOf\":[{\"required\":[\"b\"]},{\"required\":[\"c\"]}]}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"additionalProperties\":{\"type\":\"integer\"}}",
        "{\"$ref\":\"#/$defs/one\",\"$defs\":{\"one\":{\"allOf\":[{\"$ref\":\"#/$defs/two\"}]},"
            + "\"two\":{\"type\":\"string\",\"minLength\":8}}}",
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
}
