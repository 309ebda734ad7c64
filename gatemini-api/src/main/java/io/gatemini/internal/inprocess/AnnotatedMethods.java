package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Tool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolParameter;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InProcessTool;
import io.gatemini.internal.inprocess.MethodHandler.Argument;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.BackendTool.Details;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Turns the annotated methods of an object into tools. */
public final class AnnotatedMethods {
  private AnnotatedMethods() {}

  /** The tools of an object, by name. */
  public static List<InProcessTool> of(Object object, ObjectMapper mapper) {
    List<InProcessTool> tools = new ArrayList<>();
    for (Method method : object.getClass().getMethods()) {
      Tool annotation = method.getAnnotation(Tool.class);
      if (annotation != null) {
        tools.add(tool(object, method, annotation, mapper));
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

  private static InProcessTool tool(
      Object object, Method method, Tool annotation, ObjectMapper mapper) {
    String name = annotation.name().isEmpty() ? snakeCase(method.getName()) : annotation.name();
    String where = "tool \"" + name + "\"";
    JavaAccess.check(method, object, where);
    List<Argument> arguments = new ArrayList<>();
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties");
    for (Parameter parameter : method.getParameters()) {
      Argument argument = argument(parameter, mapper, where);
      arguments.add(argument);
      new JavaSchemas(mapper, where + ", parameter \"" + argument.name() + "\"")
          .add(schema, argument.name(), argument.type(), parameter, parameter.getAnnotatedType());
    }
    schema.put("additionalProperties", false);
    return new InProcessTool(
        new BackendTool(
            name,
            annotation.value(),
            schema,
            ResultSchemas.of(method, mapper, where + ", result"),
            Details.none()
                .withAnnotations(
                    ToolAnnotations.of(
                        annotation.readOnly(),
                        !annotation.readOnly() && annotation.destructive(),
                        annotation.readOnly() || annotation.idempotent(),
                        annotation.openWorld()))),
        new MethodHandler(object, method, List.copyOf(arguments), mapper));
  }

  private static Argument argument(Parameter parameter, ObjectMapper mapper, String where) {
    ToolParameter annotation = parameter.getAnnotation(ToolParameter.class);
    String name = annotation == null ? "" : annotation.name();
    if (name.isEmpty() && !parameter.isNamePresent()) {
      throw new ConfigException(
          "a parameter of "
              + where
              + " has no name in the class file; compile with -parameters or give it"
              + " @ToolParameter(name = \"...\")");
    }
    return new Argument(
        name.isEmpty() ? parameter.getName() : name,
        mapper.constructType(parameter.getParameterizedType()));
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
