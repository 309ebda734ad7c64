package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ConfigException;
import io.gatemini.InProcessTool;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Tool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolHandler;
import io.gatemini.ToolParameter;
import io.gatemini.spi.BackendTool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns the annotated methods of an object into tools. */
public final class AnnotatedMethods {
  private AnnotatedMethods() {}

  /** The tools of an object, by name. */
  public static List<InProcessTool> of(Object object) {
    List<InProcessTool> tools = new ArrayList<>();
    for (Method method : object.getClass().getMethods()) {
      Tool annotation = method.getAnnotation(Tool.class);
      if (annotation != null) {
        tools.add(tool(object, method, annotation));
      }
    }
    if (tools.isEmpty()) {
      throw new ConfigException(
          object.getClass().getSimpleName()
              + " has no public method annotated with @Tool; annotate one, or add tools with"
              + " tool(name, description, schema, handler)");
    }
    // Reflection promises no order; names give a stable one.
    tools.sort(Comparator.comparing(tool -> tool.definition().name()));
    return List.copyOf(tools);
  }

  private static InProcessTool tool(Object object, Method method, Tool annotation) {
    String name = annotation.name().isEmpty() ? snakeCase(method.getName()) : annotation.name();
    List<Argument> arguments =
        Arrays.stream(method.getParameters()).map(parameter -> argument(name, parameter)).toList();
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (Argument argument : arguments) {
      properties.set(argument.name, argument.schema);
      if (argument.required) {
        required.add(argument.name);
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.put("additionalProperties", false);
    if (!Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
      method.setAccessible(true);
    }
    return new InProcessTool(
        new BackendTool(
            name,
            Optional.empty(),
            annotation.value(),
            schema,
            Optional.empty(),
            ToolAnnotations.of(
                annotation.readOnly(),
                !annotation.readOnly() && annotation.destructive(),
                annotation.readOnly() || annotation.idempotent(),
                annotation.openWorld()),
            List.of()),
        handler(object, method, arguments));
  }

  private static ToolHandler handler(Object object, Method method, List<Argument> arguments) {
    return json -> {
      @Nullable Object[] values = new @Nullable Object[arguments.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments.get(i).value(json);
      }
      try {
        return method.invoke(object, values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof Exception cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw e;
      }
    };
  }

  private static Argument argument(String tool, Parameter parameter) {
    ToolParameter annotation = parameter.getAnnotation(ToolParameter.class);
    String name = annotation != null && !annotation.name().isEmpty() ? annotation.name() : null;
    if (name == null) {
      if (!parameter.isNamePresent()) {
        throw new ConfigException(
            "a parameter of tool \""
                + tool
                + "\" has no name in the class file; compile with -parameters or give it"
                + " @ToolParameter(name = \"...\")");
      }
      name = parameter.getName();
    }
    JavaType declared = JavaValues.MAPPER.constructType(parameter.getParameterizedType());
    boolean optional = declared.getRawClass() == Optional.class;
    JavaType type = optional ? declared.containedTypeOrUnknown(0) : declared;
    ObjectNode schema = JavaSchemas.of(type, "tool \"" + tool + "\", parameter \"" + name + "\"");
    if (annotation != null && !annotation.value().isEmpty()) {
      schema.put("description", annotation.value());
    }
    boolean required = !optional && (annotation == null || annotation.required());
    return new Argument(name, type, optional, required, schema);
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private record Argument(
      String name, JavaType type, boolean optional, boolean required, ObjectNode schema) {
    @Nullable Object value(JsonNode arguments) {
      JsonNode given = arguments.get(name);
      Object value = given == null || given.isNull() ? absent() : convert(given);
      return optional ? Optional.ofNullable(value) : value;
    }

    private @Nullable Object absent() {
      return type.isPrimitive() ? JavaValues.MAPPER.convertValue(0, type) : null;
    }

    private Object convert(JsonNode given) {
      try {
        return JavaValues.MAPPER.convertValue(given, type);
      } catch (IllegalArgumentException | DateTimeException e) {
        throw new InvalidArgumentsException(
            "argument \"" + name + "\" has a value that cannot be used: " + firstLine(e));
      }
    }

    private static String firstLine(Exception e) {
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf('\n');
      return end < 0 ? message : message.substring(0, end);
    }
  }
}
