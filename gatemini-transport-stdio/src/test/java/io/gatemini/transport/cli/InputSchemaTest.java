package io.gatemini.transport.cli;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputSchemaTest {
  private static final String SCHEMA =
      """
      {"type":"object","required":["path"],"additionalProperties":false,
       "$defs":{"tag":{"type":"string","pattern":"^[a-z]+$"}},
       "properties":{
         "path":{"type":"string","minLength":1},
         "count":{"type":"integer","minimum":1,"maximum":100},
         "tags":{"type":"array","items":{"$ref":"#/$defs/tag"}},
         "range":{"type":"object","properties":{"from":{"type":"integer"}},"required":["from"]}}}
      """;

  @Table(
      """
      {} | path
      {"path":""} | /path
      {"path":"a","count":0} | /count must have a minimum value of 1
      {"path":"a","count":1.5} | /count
      {"path":"a","tags":["a","B"]} | /tags/1
      {"path":"a","range":{}} | /range
      {"path":"a","range":{"from":"x"}} | /range/from
      {"path":"a","more":1} | more
      """)
  void refusesWhatTheSchemaRefuses(String arguments, String told) {
    assertThrown(InvalidArgumentsException.class, () -> check(SCHEMA, arguments))
        .hasMessageContaining(told);
  }

  @Table(
      """
      {"path":"a"}
      {"path":"a","count":100,"tags":["a","bc"],"range":{"from":3}}
      {"path":"a","count":null}
      """)
  void letsThroughWhatFits(String arguments) {
    assertThatCode(() -> check(SCHEMA, arguments)).doesNotThrowAnyException();
  }

  @Table(
      """
      {"properties":{"a":{"pattern":"("}}} | pattern
      {"$defs":{"t":{"pattern":"[z-a]"}},"properties":{"a":{"$ref":"#/$defs/t"}}} | pattern
      {"properties":{"a":{"items":{"$ref":"#/$defs/none"}}}} | $defs/none
      {"properties":{"a":{"$ref":"http://127.0.0.1:9/s.json"}}} | 127.0.0.1:9
      {"patternProperties":{"*":{"type":"string"}}} | *
      """)
  void findsWhatNoCallCanUse(String schema, String told) {
    assertThatThrownBy(() -> new InputSchema("t", RawJson.parse(schema).tree()).checkWhole())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tool \"t\": input_schema cannot be used: ")
        .hasMessageContaining(told);
  }

  @Table(
      """
      {"properties":{"a":{"pattern":"^(?<my_year>\\\\d{4})-\\\\k<my_year>$"}}} | {"a":"2026-2026"} | {"a":"2026-2027"}
      {"$schema":"http://json-schema.org/schema#","required":["a"]} | {"a":1} | {}
      {"$schema":"https://example.com/mine","required":["a"]} | {"a":1} | {}
      {"properties":{"a":{"items":[{"type":"integer"}]}}} | {"a":[1]} | {"a":["x"]}
      {"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"items":[{"type":"integer"}]}}} \
        | {"a":[1]} | {"a":["x"]}
      """)
  void readsPatternsAndDialectsAsTheyAreWritten(String schema, String right, String wrong) {
    new InputSchema("t", RawJson.parse(schema).tree()).checkWhole();
    assertThatCode(() -> check(schema, right)).doesNotThrowAnyException();
    assertThrown(InvalidArgumentsException.class, () -> check(schema, wrong));
  }

  @Test
  void fetchesNoOtherDocument() {
    String schema = "{\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:9/schema.json\"}}}";

    assertThrown(ConfigException.class, () -> check(schema, "{\"a\":1}"))
        .hasMessageContaining("input_schema cannot be used");
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(.*a){25}$", "^(a*a*a*a*a*a*a*a*)\\\\1$"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void givesUpOnAPatternThatWouldTakeForEver(String pattern) {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"" + pattern + "\"}}}";

    assertThrown(
            InvalidArgumentsException.class,
            () -> check(schema, "{\"a\":\"" + "a".repeat(60) + "!\"}"))
        .hasMessageContaining("takes too long for this text; give a shorter one");
  }

  /** Many short texts, each of which would be allowed alone. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void boundsAllPatternsOfACheckTogether() {
    String schema =
        """
        {"properties":{"a":{"items":{"pattern":"^(.*a){6}$"}}},
         "patternProperties":{"^(.*b){25}$":{"type":"integer"}}}
        """;
    String text = "\"" + "a".repeat(20) + "!\"";

    assertThatThrownBy(() -> check(schema, "{\"a\":[" + text + "]}"))
        .hasMessageContaining("/a/0")
        .hasMessageNotContaining("takes too long");
    assertThrown(
            InvalidArgumentsException.class,
            () -> check(schema, "{\"a\":[" + (text + ",").repeat(2_000) + text + "]}"))
        .hasMessageContaining("takes too long");
    assertThrown(
            InvalidArgumentsException.class, () -> check(schema, "{\"" + "b".repeat(60) + "!\":1}"))
        .hasMessageContaining("takes too long");
  }

  @Test
  void looksThroughALongText() {
    String schema = "{\"properties\":{\"a\":{\"pattern\":\"^[a-z ]+$\"}}}";

    assertThatCode(() -> check(schema, "{\"a\":\"" + "some words ".repeat(1_000_000) + "\"}"))
        .doesNotThrowAnyException();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void refusesATextThatIsTooDeepForAPattern() {
    String schema = "{\"properties\":{\"a\":{\"pattern\":\"^(a|b)*$\"}}}";

    assertThrown(
            InvalidArgumentsException.class,
            () -> check(schema, "{\"a\":\"" + "ab".repeat(500_000) + "\"}"))
        .hasMessageContaining("takes too long");
  }

  private static void check(String schema, String arguments) {
    new InputSchema("tool", RawJson.parse(schema).tree()).check(RawJson.parse(arguments).tree());
  }
}
