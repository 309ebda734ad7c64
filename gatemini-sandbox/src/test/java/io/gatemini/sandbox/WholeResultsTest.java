package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The content of a result reaches the client of a program as the tool gave it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class WholeResultsTest {
  private static final String IMAGE =
      "{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}";

  private static final String LINK =
      "{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\",\"size\":3}";

  private static final Map<String, String> RESULTS = new LinkedHashMap<>();

  static {
    RESULTS.put("text", "{\"content\":[{\"type\":\"text\",\"text\":\"plain\\u000B text\"}]}");
    RESULTS.put(
        "json",
        "{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"b\\\": 1.0, \\\"7\\\": [null] }\"}]}");
    RESULTS.put("quoted", "{\"content\":[{\"type\":\"text\",\"text\":\"\\\"q\\\"\"}]}");
    RESULTS.put(
        "texts",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\","
            + "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5}}]}");
    RESULTS.put("image", "{\"content\":[" + IMAGE + "]}");
    RESULTS.put(
        "audio",
        "{\"content\":[{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}]}");
    RESULTS.put(
        "resource",
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x://y\",\"blob\":\"AAAA\"}}]}");
    RESULTS.put(
        "text_resource",
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x://y\",\"text\":\"t\"}}]}");
    RESULTS.put("link", "{\"content\":[" + LINK + "]}");
    RESULTS.put("none", "{\"content\":[]}");
    RESULTS.put("unknown", "{\"content\":[{\"type\":\"hologram\",\"rays\":[1,null]}]}");
    RESULTS.put(
        "structured",
        "{\"content\":[{\"type\":\"text\",\"text\":\"three\"},"
            + IMAGE
            + "],"
            + "\"structuredContent\":{\"n\":3,\"none\":null},\"_meta\":{\"x/y\":1}}");
    RESULTS.put(
        "failed", "{\"content\":[{\"type\":\"text\",\"text\":\"no disk\"}],\"isError\":true}");
    RESULTS.put(
        "failed_picture",
        "{\"content\":[{\"type\":\"text\",\"text\":\"see\"}," + IMAGE + "],\"isError\":true}");
  }

  @AutoClose private Gateway gateway;
  private volatile String given = "";

  @BeforeAll
  void build() {
    BackendConfig demo = BackendConfig.inProcess();
    for (Map.Entry<String, String> result : RESULTS.entrySet()) {
      demo =
          demo.tool(
              result.getKey(),
              "Gives it.",
              "{\"type\":\"object\"}",
              arguments -> ToolResult.of(RawJson.parse(result.getValue())));
    }
    demo =
        demo.tool(
            "size",
            "How long the data are.",
            "{\"type\":\"object\"}",
            arguments -> arguments.path("data").asText().length());
    demo =
        demo.tool(
            "given",
            "Gives what the test says.",
            "{\"type\":\"object\"}",
            arguments -> ToolResult.of(RawJson.wrap(given.getBytes(StandardCharsets.UTF_8))));
    gateway =
        Gateway.builder()
            .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
            .backend("demo", demo)
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ChainResult run(String language, String code) {
    return gateway.run(ChainRequest.of(code).withLanguage(language));
  }

  static Stream<Arguments> kinds() {
    return RESULTS.keySet().stream()
        .flatMap(
            kind ->
                Stream.of(
                    Arguments.of(kind, "typescript", "const r = await demo.%s({});\nreturn r;"),
                    Arguments.of(kind, "lua", "local r = demo.%s({}):await()\nresult(r)")));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aLoneCallIsTheSameBothWays(String kind, String language, String program) {
    ChainResult direct = gateway.run("{\"tool\": \"demo." + kind + "\"}");

    ChainResult run = run(language, program.formatted(kind));

    assertThat(direct.result().json()).hasToString(RESULTS.get(kind));
    assertThat(run.result().json()).hasToString(RESULTS.get(kind));
    assertThat(run.toolCalls()).isEqualTo(1);
  }

  @Table(
      """
      {'structuredContent':{ 'n':1.50}} | {'structuredContent':{ \
      'n':1.50},'content':[{'type':'text','text':'{ \\'n\\':1.50}'}]} | {'n':1.50}
      {'content':null,'_meta':{'a':1},'structuredContent':{}} | \
      {'_meta':{'a':1},'structuredContent':{},'content':[{'type':'text','text':'{}'}]} | {}
      {'structuredContent':[1]} | {'structuredContent':[1],'content':[{'type':'text','text':'[1]'}]} | [1]
      {} | {'content':[]} | []
      {'isError':false} | {'isError':false,'content':[]} | []
      """)
  void aResultWithoutContentGetsItEveryWay(String answer, String whole, String value) {
    given = answer.replace('\'', '"');
    String expected = whole.replace('\'', '"');

    assertThat(gateway.run("{\"tool\": \"demo.given\"}").result().json()).hasToString(expected);
    assertThat(run("typescript", "return await demo.given({});").result().json())
        .hasToString(expected);
    assertThat(run("lua", "return demo.given({}):await()").result().json()).hasToString(expected);
    JsonNode seen = json("{\"r\":" + value.replace('\'', '"') + "}");
    assertThat(run("typescript", "const r = await demo.given({}); return {r};").json().tree())
        .isEqualTo(seen);
    assertThat(run("lua", "local r = demo.given({}):await() result({r = r})").json().tree())
        .isEqualTo(seen);
  }

  @Table(
      """
      typescript | const a = await demo.image({}); const b = await demo.link({}); return [a, b]
      lua | local a, b = demo.image({}):await(), demo.link({}):await() result({a, b})
      """)
  void aListOfResultsIsTheContentOfAll(String language, String program) {
    assertThat(run(language, program).result().content()).containsExactly(json(IMAGE), json(LINK));
  }

  @Table(
      """
      typescript | const r = await demo.texts({}); return {content: r, isError: true, \
      structuredContent: {a: 1}}
      lua | local r = demo.texts({}):await() result({content = r, isError = true, \
      structuredContent = {a = 1}})
      """)
  void aResultThatAProgramMakesIsItsAnswer(String language, String program) {
    ToolResult result = run(language, program).result();

    assertThat(result.isError()).isTrue();
    assertThat(result.content())
        .extracting(block -> block.path("text").asText())
        .containsExactly("a", "b");
    assertThat(result.structuredContent()).contains(json("{\"a\":1}"));
  }

  @Test
  void theConsoleStandsBehindTheContent() {
    ToolResult result =
        run("typescript", "console.log('seen'); return await demo.image({})").result();

    assertThat(result.content())
        .containsExactly(json(IMAGE), json("{\"type\":\"text\",\"text\":\"console:\\nseen\"}"));
  }

  @Values(
      """
      [{type: 'text', text: 'x', marks: [1]}] | {content: [], total: 0}
      {content: [{type: 'text', text: 'hi'}], role: 'assistant'}
      {content: [{type: 'text', text: 'hi'}, 'junk', null]}
      {content: [{type: 'image', data: 'not base64!', mimeType: 'image/png'}]}
      {content: [{type: 'text', text: 'x', annotations: {priority: 7}}]}
      {content: [{type: 'text', text: 'x'}], isError: 'yes'}
      {content: [{type: 'hologram', data: 'AAAA'}, {type: 'text', text: 'x'}]}
      {content: [{type: 'resource_link', uri: 'x://y'}]}
      """)
  void whatIsNoContentIsTheValue(String value) {
    ChainResult result = run("javascript", "const v = " + value + ";\nreturn v;");

    assertThat(json(result.text())).isEqualTo(result.value());
    assertThat(result.result().content()).hasSize(1);
    assertThat(result.isError()).isFalse();
  }

  @Test
  void aCyclicValueIsWrittenAndItsPictureKept() {
    ToolResult result =
        run("javascript", "const c = {content: [" + IMAGE + "]}; c.content.push(c);\nreturn c;")
            .result();

    assertThat(result.isError()).isFalse();
    assertThat(result.content()).contains(json(IMAGE));
    assertThat(result.text()).contains("[Circular]");
  }

  @Test
  void aValueMadeOfTheAnswerIsNotTheAnswer() {
    assertThat(run("typescript", "const r = await demo.structured({}); return [r.n]").text())
        .isEqualTo("[3]");
    assertThat(
            run("typescript", "await demo.image({}); const r = await demo.structured({}); return r")
                .result()
                .content())
        .containsExactly(json("{\"type\":\"text\",\"text\":\"{\\\"n\\\":3,\\\"none\\\":null}\"}"));
  }

  @Table(
      """
      typescript | const shot = await demo.image({}); return (await demo.size(shot.images[0])) + 0
      typescript | const r = await demo.structured({}); return await demo.size(r.images[0]) - 0
      lua | local r = demo.image({}):await() return demo.size(r.images[1]):await() + 0
      lua | local r = demo.structured({}):await() return demo.size(r.images[1]):await() + 0
      """)
  void aProgramReadsPicturesAndPassesThemOn(String language, String program) {
    assertThat(run(language, program).text()).isEqualTo("12");
  }

  @Table(
      """
      typescript | const r = await demo.structured({}); const all = JSON.stringify(r); return [all]
      lua | local r = demo.structured({}):await() result({json.encode(r)})
      """)
  void picturesAreNotWrittenWithTheValueTheyStandBeside(String language, String program) {
    assertThat(run(language, program).json()).hasToString("[\"{\\\"n\\\":3,\\\"none\\\":null}\"]");
  }

  @Table(
      """
      typescript | const n: number = 1; return [content.image('iVBORw0KGgo=', 'image/png'), \
      content.audio('UklGRg==', 'audio/wav'), content.text('t' + n), \
      content.resource_link('file:///a', 'a')]
      lua | local n = 1 result({content.image('iVBORw0KGgo=', 'image/png'), \
      _gateway.content.audio('UklGRg==', 'audio/wav'), content.text('t' .. n), \
      content.resource_link('file:///a', 'a')})
      """)
  void aProgramMakesBlocks(String language, String program) {
    assertThat(run(language, program).result().content())
        .containsExactly(
            json(IMAGE),
            json("{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}"),
            json("{\"type\":\"text\",\"text\":\"t1\"}"),
            json("{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\"}"));
  }

  @Table(
      """
      typescript | let x = 1; return content.image('AAAA') | content.image(data, mimeType) needs
      lua | local x = 1 return content.image('AAAA') | bad argument #2 to 'image'
      """)
  void aBlockThatLacksSomethingIsAnError(String language, String program, String message) {
    ChainResult result = run(language, program);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains(message);
  }

  @Table(
      """
      result({n = 1}) | {"n":1}
      print('x') result({n = 1}) | {"n":1}
      result({1}) | none
      result('{"n":1}') | none
      result({content = {content.text('{}')}}) | none
      """)
  void executeGivesAnObjectAsStructuredContent(String script, String structured) {
    try (Gateway servers =
        Gateway.builder()
            .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
            .surface("servers")
            .outputConfig(output -> output.structuredContent(true))
            .build()) {
      ToolResult result =
          TestGateway.ask(servers, "execute", RawJson.ofValue(Map.of("script", script)));

      assertThat(result.isError()).as(result.text()).isFalse();
      assertThat(result.structuredContent().map(JsonNode::toString).orElse("none"))
          .isEqualTo(structured);
    }
  }

  @Test
  void aBackendCalledContentHasANumberBesideTheOwnOne() {
    try (Gateway other =
        TestGateway.ready(
            Gateway.builder()
                .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
                .backend(
                    "content",
                    BackendConfig.inProcess()
                        .tool("get", "Gets.", "{\"type\":\"object\"}", arguments -> "mine")))) {

      assertThat(other.run("const r = await content_2.get({}); return r + '!'").text())
          .isEqualTo("mine!");
      assertThat(
              other
                  .run(
                      ChainRequest.of("return content_2.get({}):await() .. '!'")
                          .withLanguage("lua"))
                  .text())
          .isEqualTo("mine!");
    }
  }

  private static JsonNode json(String text) {
    return RawJson.parse(text).tree();
  }
}
