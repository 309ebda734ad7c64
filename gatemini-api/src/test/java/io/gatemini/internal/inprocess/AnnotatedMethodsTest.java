package io.gatemini.internal.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Tool;
import io.gatemini.ToolParameter;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InProcessTool;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    assertThatThrownBy(() -> call("add_to", "{\"date\":\"tomorrow\",\"amount\":2}"))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("\"date\"");
  }

  @Test
  void throwsWhatTheMethodThrows() {
    assertThatThrownBy(() -> call("fail", "{}")).hasMessage("no paper left");
  }

  @Test
  void refusesAnObjectWithoutTools() {
    assertThatThrownBy(() -> AnnotatedMethods.of("text", JavaMapper.get()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("@Tool");
  }

  @Test
  void refusesATypeWithoutASchema() {
    assertThatThrownBy(() -> AnnotatedMethods.of(new Odd(), JavaMapper.get()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tool \"odd\", parameter \"thread\"")
        .hasMessageContaining("Thread");
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
