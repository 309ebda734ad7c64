package io.gatemini.offer;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolUnion;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.NamespaceTool;
import com.openai.models.responses.ResponseCreateParams;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Table;
import io.gatemini.text.BytesTokenEstimator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Offers as the types of the providers' own libraries take them: whole requests are read into their
 * classes, validated and written again, and nothing is lost. {@code -Drecord.offers=true} writes
 * the forms anew.
 */
class ProviderTypesTest {
  private static final ObjectMapper ANTHROPIC = com.anthropic.core.ObjectMappers.jsonMapper();
  private static final ObjectMapper OPEN_AI = com.openai.core.ObjectMappers.jsonMapper();
  private static final Path FORMS = Path.of("src/test/resources/io/gatemini/offer");

  /** What both providers take as the name of a tool; the types say only that it is a text. */
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";

  @Table(
      """
      plain | billing | refund | Refund an invoice. | {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
      empty | billing | list | Lists. | {}
      no_properties | billing | list | Lists. | {"type": "object"}
      list_as_properties | billing | list | Lists. | {"type": "object", "properties": []}
      null_as_properties | billing | list | Lists. | {"type": "object", "properties": null}
      no_description | billing | list | `` | {"type": "object", "properties": {}}
      hidden_description | billing | list | \u200b\u2060 | {}
      other_scripts | кадры | найти | Найти сотрудника. | {"type": "object", "properties": {"имя": {"type": "string"}}, "required": ["имя"]}
      other_scripts_behind | billing | 退款 | 退还发票。 | {"type": "object", "properties": {"号码": {"type": "string"}}}
      underscores | _ | __init__ | Starts. | {}
      long_names | averylongbackendaverylongbackendaverylongbackendaverylongbackendaverylongbackend | refund | Refunds. | {}
      one_of | billing | pay | Pays. | {"type": "object", "oneOf": [{"properties": {"iban": {}}, "required": ["iban"]}, {"properties": {"card": {}}, "required": ["card"]}]}
      any_of | billing | pay | Pays. | {"anyOf": [{"properties": {"iban": {}}}, {"type": "null"}]}
      all_of | billing | pay | Pays. | {"allOf": [{"properties": {"iban": {}}, "required": ["iban"]}, {"properties": {"card": true}}]}
      condition | billing | pay | Pays. | {"properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}, "not": {"required": ["c"]}}
      reference | billing | pay | Pays. | {"$ref": "#/$defs/p", "$defs": {"p": {"properties": {"iban": {"$ref": "#/$defs/i"}}}, "i": {"type": "string"}}}
      recursion | billing | pay | Pays. | {"type": "object", "properties": {"child": {"$ref": "#"}}}
      type_list | billing | pay | Pays. | {"type": ["object", "null"], "properties": {"a": {"type": ["string", "null"]}}}
      booleans | billing | pay | Pays. | {"type": "object", "properties": {"a": true, "b": false}, "additionalProperties": false}
      required_true | billing | pay | Pays. | {"type": "object", "properties": {"a": {"type": "string", "required": true}}, "required": true}
      required_null | billing | pay | Pays. | {"type": "object", "properties": {"a": {}}, "required": null}
      required_text | billing | pay | Pays. | {"type": "object", "properties": {"a": {}}, "required": "a"}
      required_numbers | billing | pay | Pays. | {"type": "object", "properties": {"a": {}}, "required": ["a", 7, null]}
      required_of_parts | billing | pay | Pays. | {"allOf": [{"properties": {"a": {}}, "required": ["a", 7]}]}
      members | billing | pay | Pays. | {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "x", "title": "T", "type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "default": 1, "enum": [1, 2]}}, "definitions": {}, "examples": [{}], "x-own": [null, 1.5, "é"]}
      """)
  void eachProvidersTypesTakeEveryForm(
      String form, String backend, String name, String description, String schema)
      throws IOException {
    ToolDescriptor tool =
        new ToolDescriptor(
            backend + "." + name,
            backend,
            BackendTool.of(name, description, RawJson.parse(schema).tree()));
    Offer offer =
        new Offer(List.of(OfferedDefinition.of(tool, new BytesTokenEstimator())), 1, List.of());

    anthropicTakes(offer.anthropic(), RawJson.parse("[]").tree(), false);
    anthropicTakes(offer.anthropicDeferred(), offer.anthropicReferences(), true);
    openAiTakes(offer.openAi());
    openAiTakes(offer.openAiFound());
    isRecorded(form, offer);
  }

  private static void anthropicTakes(JsonNode tools, JsonNode found, boolean deferred)
      throws IOException {
    JsonNode request =
        RawJson.parse(
                """
                {"model": "m", "max_tokens": 9, "tools": %s, "messages": [
                  {"role": "user", "content": "hello"},
                  {"role": "assistant", "content":
                    [{"type": "tool_use", "id": "t", "name": "find", "input": {"task": "x"}}]},
                  {"role": "user", "content":
                    [{"type": "tool_result", "tool_use_id": "t", "content": %s}]}]}
                """
                    .formatted(tools, found))
            .tree();

    MessageCreateParams.Body read =
        ANTHROPIC.readValue(request.toString(), MessageCreateParams.Body.class).validate();

    assertThat(RawJson.parse(ANTHROPIC.writeValueAsString(read)).tree()).isEqualTo(request);
    for (ToolUnion union : read.tools().orElseThrow()) {
      Tool tool = union.asTool();
      assertThat(tool.name()).matches(NAME);
      assertThat(tool.description().orElseThrow()).isNotBlank();
      assertThat(tool.deferLoading().orElse(false)).isEqualTo(deferred);
      assertThat(tool._additionalProperties()).isEmpty();
    }
  }

  @SuppressWarnings("deprecation") // no other method has the members that the types do not know
  private static void openAiTakes(JsonNode tools) throws IOException {
    JsonNode request =
        RawJson.parse(
                """
                {"model": "m", "tools": %s, "input": [
                  {"type": "tool_search_call", "call_id": "c", "execution": "client",
                   "arguments": {"task": "x"}},
                  {"type": "tool_search_output", "call_id": "c", "execution": "client",
                   "tools": %s}]}
                """
                    .formatted(tools, tools))
            .tree();

    ResponseCreateParams.Body read =
        OPEN_AI.readValue(request.toString(), ResponseCreateParams.Body.class).validate();

    assertThat(RawJson.parse(OPEN_AI.writeValueAsString(read)).tree()).isEqualTo(request);
    for (com.openai.models.responses.Tool tool : read.tools().orElseThrow()) {
      if (tool.isNamespace()) {
        NamespaceTool namespace = tool.asNamespace();
        assertThat(namespace.name()).matches(NAME);
        assertThat(namespace.description()).isNotBlank();
        assertThat(namespace._additionalProperties()).isEmpty();
        for (NamespaceTool.Tool inner : namespace.tools()) {
          assertThat(inner.asFunction().name()).matches(NAME);
          assertThat(inner.asFunction().deferLoading()).contains(true);
          assertThat(inner.asFunction()._additionalProperties()).isEmpty();
        }
      } else {
        FunctionTool function = tool.asFunction();
        assertThat(function.name()).matches(NAME);
        assertThat(function.description().orElseThrow()).isNotBlank();
        assertThat(function._additionalProperties()).isEmpty();
      }
    }
  }

  /** One line for each form of the offer. */
  private static void isRecorded(String form, Offer offer) throws IOException {
    String lines =
        String.join(
                "\n",
                offer.anthropic().toString(),
                offer.anthropicDeferred().toString(),
                offer.anthropicReferences().toString(),
                offer.openAi().toString(),
                offer.openAiFound().toString())
            + "\n";
    Path file = FORMS.resolve(form + ".jsonl");
    if (Boolean.getBoolean("record.offers")) {
      Files.createDirectories(FORMS);
      Files.writeString(file, lines);
    }
    assertThat(file).hasContent(lines);
  }
}
