package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import io.gatemini.config.ConfigException;
import io.gatemini.config.InProcessTool;
import io.gatemini.internal.inprocess.MethodHandler.Argument;
import io.gatemini.internal.inprocess.MethodHandler.Given;
import io.gatemini.internal.inprocess.MethodHandler.Injected;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.BackendTool.Details;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the annotated methods of an object into tools. */
public final class AnnotatedMethods {
  private AnnotatedMethods() {}

  /** The tools of an object by name, or those of a class, which are static. */
  public static List<InProcessTool> of(Object object, ObjectMapper mapper) {
    Class<?> type = object instanceof Class<?> statics ? statics : object.getClass();
    List<InProcessTool> tools = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (!method.isBridge() && (type != object || Modifier.isStatic(method.getModifiers()))) {
        declared(method, type).ifPresent(tool -> tools.add(tool(object, method, tool, mapper)));
      }
    }
    if (tools.isEmpty()) {
      throw new ConfigException(
          type.getSimpleName()
              + " has no public method annotated with @Tool; annotate one, or add tools with"
              + " tool(name, description, schema, handler)");
    }
    // Reflection promises no order; names give a stable one.
    tools.sort(Comparator.comparing(tool -> tool.definition().name()));
    return List.copyOf(tools);
  }

  /** The method as it is annotated: a proxy, as Spring makes them, overrides it without that. */
  private static Optional<Method> declared(Method method, @Nullable Class<?> type) {
    if (type == null) {
      return Optional.empty();
    }
    try {
      Method here = type.getDeclaredMethod(method.getName(), method.getParameterTypes());
      if (Mark.ofTool(here).isPresent()) {
        return Optional.of(here);
      }
    } catch (NoSuchMethodException e) {
      // It may be declared further up.
    }
    return Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
        .flatMap(parent -> declared(method, parent).stream())
        .findFirst();
  }

  private static InProcessTool tool(
      Object object, Method method, Method declared, ObjectMapper mapper) {
    Mark mark = Mark.ofTool(declared).orElseThrow();
    String name =
        mark.text("name").orElse(mark.isOwn() ? snakeCase(method.getName()) : method.getName());
    String where = "tool \"" + name + "\"";
    JavaAccess.check(method, object, where);
    List<Argument> arguments = new ArrayList<>();
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties");
    JavaSchemas schemas = new JavaSchemas(mapper, schema);
    for (Parameter parameter : declared.getParameters()) {
      Optional<Argument> injected = Injected.of(parameter, mapper);
      if (injected.isPresent()) {
        arguments.add(injected.get());
      } else {
        Given argument = argument(parameter, mapper, where);
        arguments.add(argument);
        schemas.add(
            argument.name(),
            argument.type(),
            parameter,
            where + ", parameter \"" + argument.name() + "\"");
      }
    }
    schema.put("additionalProperties", false);
    return new InProcessTool(
        new BackendTool(
            name,
            mark.text("description", "value").orElse(method.getName()),
            schema,
            ResultSchemas.of(declared, mapper, where + ", result"),
            Details.none().withAnnotations(hints(mark))),
        new MethodHandler(object, method, List.copyOf(arguments), mapper));
  }

  private static ToolAnnotations hints(Mark mark) {
    Mark hints = mark.nested("annotations").orElse(mark);
    Optional<Boolean> readOnly = hints.flag(List.of("readOnly", "readOnlyHint"));
    if (readOnly.isEmpty()) {
      return ToolAnnotations.none();
    }
    return ToolAnnotations.of(
        readOnly.get(),
        !readOnly.get() && hints.flag(List.of("destructive", "destructiveHint")).orElse(true),
        readOnly.get() || hints.flag(List.of("idempotent", "idempotentHint")).orElse(false),
        hints.flag(List.of("openWorld", "openWorldHint")).orElse(true));
  }

  private static Given argument(Parameter parameter, ObjectMapper mapper, String where) {
    String name = Mark.ofParameter(parameter).flatMap(mark -> mark.text("name")).orElse("");
    if (name.isEmpty() && !parameter.isNamePresent()) {
      throw new ConfigException(
          "a parameter of "
              + where
              + " has no name in the class file; compile with -parameters or give it"
              + " @ToolParameter(name = \"...\")");
    }
    return new Given(
        name.isEmpty() ? parameter.getName() : name,
        mapper.constructType(parameter.getParameterizedType()));
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
