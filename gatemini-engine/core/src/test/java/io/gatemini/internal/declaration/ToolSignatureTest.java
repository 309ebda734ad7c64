package io.gatemini.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gatemini.RawJson;
import io.gatemini.internal.declaration.ToolSignature.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolSignatureTest {
  @Test
  void tellsWhatIsRequiredFirst() {
    ToolSignature signature =
        signature(
            """
            {"type":"object","required":["query"],"properties":{
             "count":{"type":"integer","description":"How many. At most 50.","default":10},
             "query":{"type":"string"},
             "max-age":{"type":"number"}}}\
            """);

    assertThat(signature.within(100))
        .isEqualTo("exa.web_search(query: string, count?: number, \"max-age\"?: number)");
    assertThat(signature.parameters())
        .extracting(Parameter::name, Parameter::required, Parameter::remark)
        .containsExactly(
            tuple("count", false, "How many; default 10"),
            tuple("query", true, ""),
            tuple("\"max-age\"", false, ""));
  }

  @Test
  void tellsHowManyAreLeftOut() {
    ToolSignature signature =
        signature(
            """
            {"required":["query"],"properties":{"query":{"type":"string"},
             "count":{"type":"integer"},"language":{"type":"string"},"page":{"type":"integer"}}}\
            """);

    assertThat(signature.within(33))
        .isEqualTo("exa.web_search(query: string, count?: number, ...2 more)");
    assertThat(signature.within(0)).isEqualTo("exa.web_search(query: string, ...3 more)");
    assertThat(signature("{\"properties\":{\"a\":{}}}").within(0))
        .isEqualTo("exa.web_search(...1 more)");
    assertThat(signature("{}").within(100)).isEqualTo("exa.web_search()");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '\0',
      textBlock =
          """
          {"type":"integer"}                                              ~ number
          {"type":["string","null"]}                                      ~ string
          {"enum":["asc","desc"]}                                         ~ "asc"|"desc"
          {"enum":["ascending order","descending order"]}                 ~ string
          {"enum":["ascending order","descending order",1]}               ~ string|1
          {"type":"array","items":{"type":"string"}}                      ~ string[]
          {"type":"array","items":{"type":["string","number"]}}           ~ any[]
          {"type":"object","properties":{"a":{"type":"string"}}}          ~ object
          {"type":"array","items":{"type":"object","properties":{"a":{}}}} ~ object[]
          {"type":"object"}                                               ~ object
          {"type":"object","additionalProperties":{"type":"string"}}      ~ object
          {"$ref":"#/$defs/order"}                                        ~ "up"
          {"anyOf":[{"type":"string"},{"type":"number"}]}                 ~ string|number
          {"allOf":[{"type":"string"},{"enum":["a"]}]}                    ~ "a"
          {}                                                              ~ any
          """)
  void shortensTypes(String property, String type) {
    ToolSignature signature =
        signature(
            "{\"properties\":{\"x\":" + property + "},\"$defs\":{\"order\":{\"const\":\"up\"}}}");

    assertThat(signature.parameters().get(0).type()).isEqualTo(type);
  }

  @Test
  void followsWhatASchemaIsMadeOf() {
    assertThat(
            signature(
                    """
                    {"allOf":[{"$ref":"#/$defs/page"},{"properties":{"q":{"type":"string"}},"required":["q"]}],
                     "$defs":{"page":{"properties":{"page":{"type":"integer"}}}}}\
                    """)
                .within(100))
        .isEqualTo("exa.web_search(q: string, page?: number)");
  }

  @Test
  void staysBoundedWhateverIsRequired() {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      names.append(i == 0 ? "" : ",").append("\"parameter").append(i).append('"');
    }

    assertThat(signature("{\"type\":\"object\",\"required\":[" + names + "]}").within(100))
        .hasSizeLessThan(500)
        .endsWith(" more)");
  }

  private static ToolSignature signature(String schema) {
    return ToolSignature.of("exa.web_search", RawJson.parse(schema).tree());
  }
}
