package io.gatemini.internal.inprocess;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Tool;
import io.gatemini.ToolCall;
import io.gatemini.ToolHandler;
import io.gatemini.ToolParameter;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InProcessTool;
import io.gatemini.internal.json.JavaMapper;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnnotatedMethodsTest {
  enum Unit {
    DAYS,
    WEEKS
  }

  record Address(String street, @ToolParameter(required = false) int number) {}

  static class Calendar {
    @Tool(value = "Adds to a date. Really.", readOnly = true, openWorld = false)
    public String addTo(
        @ToolParameter("where to begin") LocalDate date, int amount, Optional<Unit> unit) {
      return (unit.orElse(Unit.DAYS) == Unit.DAYS ? date.plusDays(amount) : date.plusWeeks(amount))
          .toString();
    }

    @Tool(value = "Writes letters.", name = "letters")
    public Map<String, Object> send(List<Address> to, Map<String, Long> counts, JsonNode extra) {
      return Map.of("streets", to.stream().map(Address::street).toList(), "extra", extra);
    }

    @Tool("Fails.")
    public void fail() {
      throw new IllegalStateException("no paper left");
    }

    @Tool("Tears a page out.")
    public void tear() {}

    public void notATool() {}
  }

  static class Odd {
    @Tool("Odd.")
    public String odd(Thread thread) {
      return thread.getName();
    }
  }

  private final List<InProcessTool> tools = AnnotatedMethods.of(new Calendar(), JavaMapper.get());

  @Test
  void derivesTheSchemaFromTheParameters() {
    assertThat(named("add_to").definition().inputSchema())
        .isEqualTo(
            json(
                """
                {"type":"object","properties":{
                  "date":{"type":"string","format":"date","description":"where to begin"},
                  "amount":{"type":"integer"},
                  "unit":{"type":"string","enum":["DAYS","WEEKS"]}},
                 "required":["date","amount"],"additionalProperties":false}
                """));
    assertThat(named("letters").definition().inputSchema())
        .isEqualTo(
            json(
                """
                {"type":"object","properties":{
                  "to":{"type":"array","items":{"type":"object","properties":{
                    "street":{"type":"string"},"number":{"type":"integer"}},
                    "required":["street"]}},
                  "counts":{"type":"object","additionalProperties":{"type":"integer"}},
                  "extra":{}},
                 "required":["to","counts","extra"],"additionalProperties":false}
                """));
  }

  @Test
  void carriesTheHints() {
    assertThat(named("add_to").definition().annotations().readOnlyHint()).contains(true);
    assertThat(named("add_to").definition().annotations().destructiveHint()).contains(false);
    assertThat(named("letters").definition().annotations().destructiveHint()).contains(true);
  }

  @Test
  void convertsArgumentsAndCalls() throws Exception {
    assertThat(call("add_to", "{\"date\":\"2026-02-27\",\"amount\":2}")).isEqualTo("2026-03-01");
    assertThat(call("add_to", "{\"date\":\"2026-02-27\",\"amount\":1,\"unit\":\"WEEKS\"}"))
        .isEqualTo("2026-03-06");
    assertThat(
            call("letters", "{\"to\":[{\"street\":\"Hill\"}],\"counts\":{},\"extra\":{\"a\":1}}"))
        .isEqualTo(Map.of("streets", List.of("Hill"), "extra", json("{\"a\":1}")));
  }

  @Test
  void namesTheArgumentThatCannotBeConverted() {
    assertThrown(
            InvalidArgumentsException.class,
            () -> call("add_to", "{\"date\":\"tomorrow\",\"amount\":2}"))
        .hasMessageContaining("\"date\"");
  }

  @Test
  void throwsWhatTheMethodThrows() {
    assertThatThrownBy(() -> call("fail", "{}")).hasMessage("no paper left");
  }

  @Test
  void answersThatAMethodIsDoneWhichReturnsNothing() {
    try (Gateway gateway =
        TestGateway.ready(
            TestGateway.builder()
                .backend("calendar", BackendConfig.inProcess().methodsOf(new Calendar())))) {

      assertThat(gateway.call("calendar.tear", Map.of()).text()).isEqualTo("done");
    }
  }

  @Test
  void refusesAnObjectWithoutTools() {
    assertThrown(ConfigException.class, () -> AnnotatedMethods.of("text", JavaMapper.get()))
        .hasMessageContaining("@Tool");
  }

  @Test
  void refusesATypeWithoutASchema() {
    assertThrown(ConfigException.class, () -> AnnotatedMethods.of(new Odd(), JavaMapper.get()))
        .hasMessageContaining("tool \"odd\", parameter \"thread\"")
        .hasMessageContaining("Thread");
  }

  static class Twice {
    @Tool("Reads by number.")
    public String read(int number) {
      return "" + number;
    }

    @Tool("Reads by name.")
    public String read(String name) {
      return name;
    }
  }

  @Test
  void refusesTwoMethodsOfOneName() {
    assertThrown(ConfigException.class, () -> BackendConfig.inProcess().methodsOf(new Twice()))
        .hasMessage(
            "there are two tools named \"read\"; give one another name, a method by @Tool(name ="
                + " \"...\")");
    BackendConfig config = BackendConfig.inProcess().methodsOf(new Calendar());
    assertThrown(ConfigException.class, () -> config.methodsOf(new Calendar()))
        .hasMessageContaining("\"add_to\"");
  }

  record Node(
      String name, List<Node> children, Optional<Node> parent, Map<String, Leaf<Node>> more) {}

  record Leaf<T>(T content, @Nullable Leaf<T> next) {}

  static class Trees {
    @Tool("Counts.")
    public int count(@ToolParameter("the root") Node tree, Node other, Leaf<String> leaf) {
      return size(tree) + size(other) + leaf.content().length();
    }

    private static int size(Node node) {
      return 1 + node.children().stream().mapToInt(Trees::size).sum();
    }
  }

  @Test
  void definesATypeThatContainsItselfOnce() throws Exception {
    InProcessTool tool = AnnotatedMethods.of(new Trees(), JavaMapper.get()).get(0);

    assertThat(tool.definition().inputSchema())
        .isEqualTo(
            json(
                """
                {"type": "object",
                 "properties": {
                   "tree": {"$ref": "#/$defs/Node", "description": "the root"},
                   "other": {"$ref": "#/$defs/Node"},
                   "leaf": {"$ref": "#/$defs/Leaf2"}},
                 "$defs": {
                   "Leaf": {"type": "object",
                     "properties": {
                       "content": {"$ref": "#/$defs/Node"}, "next": {"$ref": "#/$defs/Leaf"}},
                     "required": ["content"]},
                   "Leaf2": {"type": "object",
                     "properties": {
                       "content": {"type": "string"}, "next": {"$ref": "#/$defs/Leaf2"}},
                     "required": ["content"]},
                   "Node": {"type": "object",
                     "properties": {
                       "name": {"type": "string"},
                       "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                       "parent": {"$ref": "#/$defs/Node"},
                       "more": {"type": "object",
                         "additionalProperties": {"$ref": "#/$defs/Leaf"}}},
                     "required": ["name", "children", "more"]}},
                 "required": ["tree", "other", "leaf"], "additionalProperties": false}
                """));
    String node = "{\"name\":\"a\",\"children\":[%s],\"more\":{}}";
    String deep = node.formatted(node.formatted(node.formatted("")));
    String arguments =
        "{\"tree\":%s,\"other\":%s,\"leaf\":{\"content\":\"four\"}}"
            .formatted(deep, node.formatted(""));
    try (Gateway gateway =
        TestGateway.builder()
            .backend("b", BackendConfig.inProcess().methodsOf(new Trees()))
            .build()) {
      assertThat(gateway.call(ToolCall.of("b.count", RawJson.parse(arguments))).text())
          .isEqualTo("8");
      assertThrown(
              InvalidArgumentsException.class,
              () ->
                  gateway.call(
                      ToolCall.of(
                          "b.count", RawJson.parse(arguments.replace("\"name\":\"a\",", "")))))
          .hasMessageContaining("name");
    }
  }

  record Order(int id, LocalDate due, Optional<String> note) {}

  static class Orders {
    @Tool("Finds an order.")
    public Order find(int id) {
      if (id < 0) {
        throw new IllegalArgumentException("no order has the number " + id);
      }
      return new Order(id, LocalDate.of(2026, 2, 27), Optional.empty());
    }

    @Tool("Counts.")
    public int count() {
      return 3;
    }
  }

  @Test
  void givesResultsAsJavaValues() {
    Order order = new Order(7, LocalDate.of(2026, 2, 27), Optional.empty());
    try (Gateway gateway =
        TestGateway.builder()
            .backend("b", BackendConfig.inProcess().methodsOf(new Orders()))
            .build()) {
      ToolResult found = gateway.call(ToolCall.of("b.find", Map.of("id", 7)));
      assertThat(found.as(Order.class)).isEqualTo(order);
      assertThat(found.as(String.class)).contains("2026-02-27");
      assertThat(gateway.run("{\"tool\": \"b.find\", \"arguments\": {\"id\": 7}}").as(Order.class))
          .isEqualTo(order);
      ToolResult count = gateway.call(ToolCall.of("b.count", Map.of()));
      assertThat(count.as(int.class)).isEqualTo(3);
      assertThat(count.as(Long.class)).isEqualTo(3);
      assertThrown(GatewayException.class, () -> count.as(Order.class))
          .hasMessageStartingWith("the result is no Order: Cannot construct instance");
      ToolResult failed = gateway.call(ToolCall.of("b.find", Map.of("id", -1)));
      assertThatThrownBy(() -> failed.as(Order.class))
          .hasMessage("there is no Order: no order has the number -1");
      assertThatThrownBy(() -> ToolResult.text("null").as(Order.class))
          .hasMessage("the result is no Order, but null");
    }
  }

  static class Knowing {
    @Tool("Says who asks.")
    public String who(
        Session session, String greeting, CallContext context, ProgressListener progress) {
      progress.onProgress(1, OptionalDouble.of(2), Optional.of("half"));
      boolean inTime = context.deadlineNanos() - System.nanoTime() < TimeUnit.MINUTES.toNanos(1);
      return greeting + " " + session.id() + " " + (inTime && context.session().equals(session));
    }
  }

  @Test
  void givesAMethodTheCircumstancesOfItsCall() {
    List<String> reports = new CopyOnWriteArrayList<>();
    ToolHandler handler =
        ToolHandler.of((arguments, context) -> context.session().id() + arguments);
    try (Gateway gateway =
        TestGateway.builder()
            .backend(
                "b",
                BackendConfig.inProcess()
                    .methodsOf(new Knowing())
                    .tool("handled", "Says it too.", "{}", handler))
            .build()) {
      assertThat(gateway.tool("b.who").definition().inputSchema().path("properties"))
          .isEqualTo(json("{\"greeting\": {\"type\": \"string\"}}"));
      ToolCall call =
          ToolCall.of("b.who", Map.of("greeting", "hello"))
              .withTimeout(Duration.ofSeconds(30))
              .withContext(
                  CallContext.of(Session.of("ann"))
                      .withTimeout(Optional.of(Duration.ofSeconds(30)))
                      .withProgress((done, of, text) -> reports.add(done + " " + text.get())));

      assertThat(gateway.call(call).text()).isEqualTo("hello ann true");
      assertThat(reports).containsExactly("1.0 half");
      assertThat(gateway.call(ToolCall.of("b.handled", Map.of("a", 1))).text())
          .isEqualTo("local{\"a\":1}");
    }
  }

  private @Nullable Object call(String tool, String arguments) throws Exception {
    return named(tool).handler().handle(json(arguments));
  }

  private InProcessTool named(String name) {
    return tools.stream().filter(tool -> tool.definition().name().equals(name)).findFirst().get();
  }

  private static JsonNode json(String text) {
    return RawJson.parse(text).tree();
  }
}
