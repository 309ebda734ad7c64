package io.gatemini.examples.repair;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.examples.repair.WrongCall.Mistake;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Calls through the five tools, in forms that are nearly right: done, or one more turn away. */
class LuaNearMissesTest {
  private static final int OF_A_KIND = 12;
  private static final double GOOD = 0.95;

  /** The tool that is called, and its arguments. */
  private record Turn(String tool, ObjectNode arguments) {}

  private static final Map<String, BiFunction<ToolDescriptor, ObjectNode, Turn>> FORMS =
      Map.ofEntries(
          lua("result", call -> "result(" + call + ":await())"),
          lua("return", call -> "return " + call + ":await()"),
          lua("not awaited", call -> call),
          lua("promise as result", call -> "result(" + call + ")"),
          lua("promise inside", call -> "result({r = " + call + "})"),
          lua("field of a promise", call -> "local r = " + call + " result(r.content)"),
          lua("method of an answer", call -> "local r = " + call + ":await() result(r:match('x'))"),
          Map.entry(
              "original name", (tool, args) -> execute(tool.key() + written(args) + ":await()")),
          Map.entry(
              "TypeScript",
              (tool, args) -> execute("return await " + name(tool) + "(" + args + ")")),
          Map.entry(
              "call_tool",
              (tool, args) ->
                  execute("result(call_tool('" + tool.key() + "', " + table(args) + "))")),
          Map.entry("JSON", (tool, args) -> execute(json(tool, args).toString())),
          Map.entry("beside the script", (tool, args) -> new Turn("execute", json(tool, args))),
          Map.entry(
              "code for script",
              (tool, args) ->
                  new Turn(
                      "execute",
                      object("code", "result(" + name(tool) + written(args) + ":await())"))),
          Map.entry("called directly", (tool, args) -> new Turn(tool.key(), args)));

  private static final Pattern SHOWN =
      Pattern.compile(
          "call execute with (?<arguments>\\{.*\\})|write (?<name>\\w+) for |(?<await>:await\\(\\))");

  private final Queue<JsonNode> received = new ConcurrentLinkedQueue<>();

  @Test
  void areMadeOrRefusedSoThatTheNextOneIs() throws IOException {
    StringBuilder table = new StringBuilder("form                   done  second turn  failed\n");
    int good = 0;
    List<String> silent = new ArrayList<>();
    try (Gateway gateway = TestGateway.ready(NearMissesTest.gateway(received, "servers"))) {

      List<ToolDescriptor> tools = gateway.catalog().tools();
      for (Map.Entry<String, BiFunction<ToolDescriptor, ObjectNode, Turn>> form :
          FORMS.entrySet()) {
        Random random = new Random(form.getKey().length());
        int done = 0;
        int second = 0;
        String failure = "";
        for (int i = 0; i < OF_A_KIND; i++) {
          ToolDescriptor tool = tools.get(random.nextInt(tools.size()));
          ObjectNode arguments =
              WrongCall.of(tool.inputSchema(), Mistake.EXTRA, random).orElseThrow().right();
          Turn turn = form.getValue().apply(tool, arguments.deepCopy());
          ToolResult first = take(gateway, turn);
          if (received.contains(arguments)) {
            done++;
          } else if (!first.isError()) {
            silent.add(turn + " -> " + first.text());
          } else if (isMadeByASecond(gateway, first.text(), tool, arguments)) {
            second++;
          } else {
            failure = turn + " -> " + first.text();
          }
        }
        table.append(
            String.format(
                "%-22s %4d %12d  %s%n", form.getKey(), done, second, failure.replace('\n', ' ')));
        good += done + second;
      }
    }
    System.out.println(table);
    assertThat(silent).isEmpty();
    assertThat(good)
        .as(table.toString())
        .isGreaterThanOrEqualTo((int) Math.ceil(GOOD * OF_A_KIND * FORMS.size()));
  }

  private boolean isMadeByASecond(
      Gateway gateway, String error, ToolDescriptor tool, ObjectNode arguments) {
    Matcher shown = SHOWN.matcher(error);
    if (!shown.find()) {
      return false;
    }
    take(
        gateway,
        shown.group("arguments") != null
            ? new Turn("execute", (ObjectNode) RawJson.parse(shown.group("arguments")).tree())
            : execute("result(" + name(tool) + written(arguments) + ":await())"));
    return received.contains(arguments);
  }

  private ToolResult take(Gateway gateway, Turn turn) {
    received.clear();
    return TestGateway.ask(gateway, turn.tool(), RawJson.of(turn.arguments()));
  }

  private static Map.Entry<String, BiFunction<ToolDescriptor, ObjectNode, Turn>> lua(
      String form, UnaryOperator<String> program) {
    return Map.entry(form, (tool, args) -> execute(program.apply(name(tool) + written(args))));
  }

  private static Turn execute(String script) {
    return new Turn("execute", object("script", script));
  }

  private static ObjectNode object(String member, String value) {
    return JsonNodeFactory.instance.objectNode().put(member, value);
  }

  private static ObjectNode json(ToolDescriptor tool, ObjectNode arguments) {
    return object("tool", tool.key()).set("arguments", arguments);
  }

  private static String name(ToolDescriptor tool) {
    return JavaScriptNames.RULES.identifier(tool.namespace())
        + "."
        + JavaScriptNames.RULES.identifier(tool.originalName());
  }

  private static String written(ObjectNode arguments) {
    return "(" + table(arguments) + ")";
  }

  private static String table(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(
              it ->
                  "["
                      + JsonNodeFactory.instance.textNode(it.getKey())
                      + "] = "
                      + table(it.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return value.isEmpty()
          ? "json.array({})"
          : StreamSupport.stream(value.spliterator(), false)
              .map(LuaNearMissesTest::table)
              .collect(Collectors.joining(", ", "{", "}"));
    }
    return value.isNull() ? "json.null" : value.toString();
  }
}
