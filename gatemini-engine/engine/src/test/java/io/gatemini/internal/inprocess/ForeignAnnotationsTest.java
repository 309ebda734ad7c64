package io.gatemini.internal.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tool classes of other frameworks are taken as they are. The annotations here have the shapes of
 * theirs; those that the build has are used by the tests of the adapters.
 */
class ForeignAnnotationsTest {
  /** As LangChain4j has it: several lines, a memory id. */
  interface LangChain {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tool {
      String name() default "";

      String[] value() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface P {
      String value() default "";

      boolean required() default true;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface ToolMemoryId {}
  }

  /** As Spring has it: hints in an annotation of their own. */
  interface Spring {
    @Retention(RetentionPolicy.RUNTIME)
    @interface McpTool {
      String name() default "";

      String description() default "";

      McpAnnotations annotations() default @McpAnnotations;

      @Retention(RetentionPolicy.RUNTIME)
      @interface McpAnnotations {
        boolean readOnlyHint() default false;

        boolean destructiveHint() default true;

        boolean idempotentHint() default false;

        boolean openWorldHint() default true;
      }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface McpToolParam {
      String description() default "";

      boolean required() default true;
    }
  }

  /** As Quarkus and org.mcp_java have it: a text that says that there is none. */
  interface Quarkus {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tool {
      String name() default "<<element name>>";

      String description() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface ToolArg {
      String name() default "<<element name>>";

      String description() default "";

      boolean required() default true;
    }
  }

  public static class Address {
    private String street = "";
    private int number;

    @JsonProperty(required = true)
    public String getStreet() {
      return street;
    }

    public void setStreet(String street) {
      this.street = street;
    }

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }
  }

  public static class Letters {
    @LangChain.Tool({"Sends a letter.", "It cannot be taken back."})
    public String sendLetter(
        @LangChain.P("where to") Address to,
        @LangChain.P(value = "how many", required = false) @Nullable Integer copies,
        @LangChain.ToolMemoryId String conversation) {
      return to.getStreet() + " " + to.getNumber() + " " + copies + " " + conversation;
    }
  }

  public interface Weather {
    @Spring.McpTool(
        name = "weather",
        description = "Tells the weather.",
        annotations = @Spring.McpTool.McpAnnotations(readOnlyHint = true, openWorldHint = false))
    String at(@Spring.McpToolParam(description = "which city", required = false) String city);
  }

  public static final class Clock {
    private Clock() {}

    @Quarkus.Tool(description = "Adds.")
    public static int add(@Quarkus.ToolArg(name = "first") int a, int b) {
      return a + b;
    }
  }

  private static Gateway gateway(Object tools) {
    return TestGateway.builder().backend("b", BackendConfig.inProcess().methodsOf(tools)).build();
  }

  private static JsonNode json(String text) {
    return RawJson.parse(text).tree();
  }

  @Test
  void takesAToolObjectOfLangChain4j() {
    try (Gateway gateway = gateway(new Letters())) {
      ToolDescriptor tool = gateway.tool("b.sendLetter").definition();
      assertThat(tool.description()).isEqualTo("Sends a letter.\nIt cannot be taken back.");
      assertThat(tool.inputSchema())
          .isEqualTo(
              json(
                  """
                  {"type": "object",
                   "properties": {
                     "to": {"type": "object",
                       "properties": {"street": {"type": "string"}, "number": {"type": "integer"}},
                       "required": ["street"], "description": "where to"},
                     "copies": {"type": "integer", "description": "how many"}},
                   "required": ["to"], "additionalProperties": false}
                  """));
      assertThat(tool.annotations().readOnlyHint()).isEmpty();
      ToolCall call =
          ToolCall.of("b.sendLetter", Map.of("to", Map.of("street", "Hill", "number", 3)))
              .withContext(CallContext.of(Session.of("ann")));
      assertThat(gateway.call(call).text()).isEqualTo("Hill 3 null ann");
    }
  }

  /** A proxy has none of the annotations; Spring makes them around beans. */
  @Test
  void takesABeanOfSpringBehindAProxy() {
    Object proxy =
        Proxy.newProxyInstance(
            Weather.class.getClassLoader(),
            new Class<?>[] {Weather.class},
            (self, method, arguments) -> "sunny in " + arguments[0]);
    try (Gateway gateway = gateway(proxy)) {
      ToolDescriptor tool = gateway.tool("b.weather").definition();
      assertThat(tool.description()).isEqualTo("Tells the weather.");
      assertThat(tool.annotations().readOnlyHint()).isEqualTo(Optional.of(true));
      assertThat(tool.annotations().openWorldHint()).isEqualTo(Optional.of(false));
      assertThat(tool.inputSchema().path("required").isMissingNode()).isTrue();
      assertThat(gateway.call(ToolCall.of("b.weather", Map.of("city", "Bern"))).text())
          .isEqualTo("sunny in Bern");
    }
  }

  @Test
  void takesTheStaticMethodsOfAClass() {
    try (Gateway gateway = gateway(Clock.class)) {
      assertThat(gateway.call(ToolCall.of("b.add", Map.of("first", 1, "b", 2))).text())
          .isEqualTo("3");
    }
  }
}
