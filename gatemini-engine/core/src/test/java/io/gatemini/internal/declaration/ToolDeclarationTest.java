package io.gatemini.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.BackendTool.Details;
import io.gatemini.testing.Table;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas and their types. That the compiler takes them is tested with the bundled server. */
class ToolDeclarationTest {
  @Test
  void tellsWhatIsSaidOfAParameter() {
    ToolDescriptor tool =
        CatalogFixture.tool(
            "my-news",
            "read",
            "Reads news.",
            """
            {"properties":{"paper":{"type":"string","description":"Its ISSN."},
             "kind":{"enum":["a\\nb","http://x","the news of today","the news of yesterday"]},
             "page":{"type":"integer"}},"required":["paper"]}\
            """);

    assertThat(ToolDeclaration.of("my_news.read", tool)).contains("// Its ISSN").contains("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      textBlock =
          """
          {"type":"string"}                                     => string
          {"type":"integer"}                                    => number
          {"type":"STRING"}                                     => string
          {"type":["string","null"]}                            => string | null
          {"type":["string","number"]}                          => string | number
          {"type":"string","nullable":true}                     => string | null
          {"type":"nonsense"}                                   => any
          {}                                                    => any
          true                                                  => any
          false                                                 => never
          17                                                    => any
          {"not":{}}                                            => never
          {"enum":["a","b",3,true,null]}                        => "a" | "b" | 3 | true | null
          {"const":"x"}                                         => "x"
          {"const":-1.5}                                        => -1.5
          {"enum":[]}                                           => any
          {"enum":[{"a":1}]}                                    => Record<string, any>
          {"type":"array"}                                      => any[]
          {"type":"array","items":{"type":"string"}}            => string[]
          {"items":{"enum":["a","b"]}}                          => ("a" | "b")[]
          {"items":{"items":{"type":"number"}}}                 => number[][]
          {"prefixItems":[{"type":"string"},{}],"items":false}  => [string, any]
          {"items":[{"type":"null"}],"additionalItems":{"type":"string"}} => [null, ...string[]]
          {"type":"object"}                                     => Record<string, any>
          {"type":"object","properties":{}}                     => {}
          {"type":"object","additionalProperties":false}        => {}
          {"additionalProperties":{"type":"number"}}            => Record<string, number>
          {"patternProperties":{"^x":{"type":"string"}}}        => Record<string, string>
          {"properties":{"a":{}},"additionalProperties":true}   => { a?: any; [key: string]: any }
          {"properties":{"a":{"type":"null"}},"required":["a","b"]} => { a: null; b: any }
          {"properties":{"a":{"required":true}}}                => { a: any }
          {"properties":{"a-b":{},"1":{},"new":{},"a\\"b":{}}}  => { "a-b"?: any; "1"?: any; "new"?: any; "a\\"b"?: any }
          {"anyOf":[{"type":"string"},{"type":"number"},{"type":"string"}]} => string | number
          {"anyOf":[{"not":{}},{"type":"string"}]}              => string
          {"anyOf":[{"type":"string"},{}]}                      => any
          {"type":"string","anyOf":[{"minLength":1},{"const":""}]} => string | ""
          {"oneOf":[{"const":"on"},{"const":"off"}]}            => "on" | "off"
          {"type":"array","items":{"oneOf":[{"type":"string"},{"type":"null"}]}} => (string | null)[]
          {"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{}},"required":["a"]}]} => { a: string; b?: any }
          {"properties":{"a":{}},"anyOf":[{"properties":{"b":{}}},{"properties":{"c":{}}}]} => { a?: any } & ({ b?: any } | { c?: any })
          {"properties":{"a":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]} => { a?: any }
          {"pattern":"^a"}                                      => string
          {"minimum":1}                                         => number
          {"$ref":"#/$defs/color"}                              => "red" | "green"
          {"$ref":"#/$defs/a%20b"}                              => number
          {"$ref":"#/properties/other"}                         => boolean
          {"$ref":"#/$defs/missing"}                            => any
          {"$ref":"#/$defs/a~"}                                 => any
          {"$ref":"#/%zz"}                                      => any
          {"$ref":"https://example.com/schema.json"}            => any
          {"allOf":[{"$ref":"#/$defs/color"}],"nullable":true}  => "red" | "green" | null
          {"$ref":"#/$defs/loop"}                               => unknown
          {"$ref":"#/properties/v"}                             => unknown
          {"$ref":"#/$defs/node"}                               => { value: string; children?: unknown[] }
          {"items":{"$ref":"#"}}                                => unknown[]
          """)
  void writesTheTypeOfASchema(String schema, String type) {
    String tool =
        """
        {"type":"object","properties":{"v":%s,"other":{"type":"boolean"}},"required":["v"],
        "$defs":{"color":{"enum":["red","green"]},"a b":{"type":"number"},
        "loop":{"$ref":"#/$defs/loop"},
        "node":{"type":"object","properties":{"value":{"type":"string"},
        "children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["value"]}}}\
        """
            .formatted(schema);

    String declaration = declaration("", tool, null).replaceAll("\\s+", " ").replace("; }", " }");

    assertThat(declaration)
        .isEqualTo("t(args: { v: " + type + "; other?: boolean }): Promise<any>;");
  }

  @Test
  void showsWhatAnAgentNeeds() {
    String declaration =
        declaration(
            "Search the web. Finds pages.",
            """
            {"type":"object","required":["query"],"properties":{
            "query":{"type":"string","description":"What to look for. In any language."},
            "count":{"type":"integer","default":10},
            "site":{"type":"string","description":"Site"},
            "lang":{"type":"string","default":null},
            "sort":{"type":"object","description":"The order","properties":{
              "by":{"type":"string","description":"A field","default":"date"}}}}}\
            """,
            """
            {"type":"object","required":["results"],"properties":{"results":{"type":"array",
            "items":{"type":"object","required":["title","url"],
            "properties":{"title":{"type":"string"},"url":{"type":"string"}}}}}}\
            """);

    assertThat(declaration)
        .isEqualTo(
            """
            /** Search the web */
            t(args: {
              query: string; // What to look for
              count?: number; // default 10
              site?: string;
              lang?: string;
              // The order
              sort?: {
                by?: string; // A field; default "date"
              };
            }): Promise<{ results: { title: string; url: string }[] }>;\
            """);
  }

  @Test
  void tellsHowAProgramWritesTheTool() {
    ToolDescriptor tool = tool("Read a file.", RawJson.parse("{}").tree(), null);

    assertThat(ToolDeclaration.of("b.t", tool)).startsWith("/** Read a file */\nt(");
    assertThat(ToolDeclaration.of("b_2.t_3", tool)).startsWith("/** b_2.t_3: Read a file */\nt_3(");
    assertThat(ToolDeclaration.of("b.new", tool)).contains("\n\"new\"(");
  }

  @Test
  void makesArgumentsOptionalWhereNoneIsRequired() {
    assertThat(declaration("", "{\"type\":\"object\"}", null)).startsWith("t(args?: Record<");
    assertThat(declaration("", "{\"properties\":{}}", null)).startsWith("t(args?: {})");
    assertThat(declaration("", "[]", null)).startsWith("t(args?: any)");
    assertThat(declaration("", "{\"properties\":{\"a\":{}},\"required\":[\"a\"]}", null))
        .startsWith("t(args: { a: any })");
    assertThat(declaration("", "{\"anyOf\":[{\"properties\":{\"a\":{}}}]}", null))
        .startsWith("t(args: { a?: any })");
  }

  @Table(
      """
      Ends */ here | Ends * / here
      Two\\nlines\\u2028more | Two lines more
      @ts-ignore this | ts-ignore this
      /// <reference path='x'> | <reference path='x'>
      </script> | </script>
      Half \\ud83d\\n of a pair | Half of a pair
      Turned \\u202e around | Turned around
      """)
  void keepsCommentsComments(String description, String comment) {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"long_name\":{\"description\":\"%s\"}}}"
            .formatted(description);
    String said = RawJson.parse("\"" + description + "\"").tree().textValue();

    String declaration = declaration(said, schema, null);

    assertThat(declaration.lines())
        .containsExactly(
            "/** " + comment + " */",
            "t(args?: {",
            "  long_name?: any; // " + comment,
            "}): Promise<any>;");
  }

  @Test
  void escapesWhatNamesAndValuesHold() {
    String declaration =
        declaration(
            "",
            """
            {"properties":{"a\\nb\\u2028":{"const":"\\"\\\\\\u0000\\u202e"},
            "\\ud83d\\ude00":{"enum":["</script>","*/"]}}}\
            """,
            null);

    assertThat(declaration)
        .isEqualTo(
            """
            t(args?: { "a\\nb\\u2028"?: "\\"\\\\\\u0000\\u202e"; \
            "\ud83d\ude00"?: "</script>" | "*/" }): Promise<any>;\
            """);
  }

  @Test
  void escapesHalvesOfPairs() {
    assertThat(Literals.name("a\ud83d")).isEqualTo("\"a\\ud83d\"");
    assertThat(Literals.name("\ude00a")).isEqualTo("\"\\ude00a\"");
  }

  @Test
  void tellsOfALongEnumerationWhatFits() {
    StringBuilder values = new StringBuilder("\"v0\"");
    for (int i = 1; i < 500; i++) {
      values.append(",\"v").append(i).append('"');
    }

    String declaration =
        declaration("", "{\"properties\":{\"long\":{\"enum\":[" + values + "]}}}", null);

    assertThat(declaration).contains("\"v38\" | \"v39\" | string;\n");
  }

  @Test
  void putsTheToolsOfABackendIntoOneFile() {
    assertThat(ToolDeclaration.ofBackend("b", List.of("/** One */\none(): void;", "two(): void;")))
        .isEqualTo(
            """
            declare const b: {
              /** One */
              one(): void;
              two(): void;
            };
            """);
  }

  static String declaration(String description, String input, @Nullable String output) {
    JsonNode result = output == null ? null : RawJson.parse(output).tree();
    return ToolDeclaration.of("b.t", tool(description, RawJson.parse(input).tree(), result));
  }

  static ToolDescriptor tool(String description, JsonNode input, @Nullable JsonNode output) {
    return new ToolDescriptor(
        "b.t",
        "b",
        new BackendTool("t", description, input, Optional.ofNullable(output), Details.none()));
  }
}
