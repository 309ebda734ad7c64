package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls a method with the arguments of a tool, both ways through one mapper. */
record MethodHandler(Object object, Method method, List<Argument> arguments, ObjectMapper mapper)
    implements ToolHandler {

  /** A parameter of the method. */
  record Argument(String name, JavaType type) {
    @Nullable Object value(JsonNode arguments, ObjectMapper mapper) {
      JsonNode given = arguments.path(name);
      if (given.isMissingNode() || given.isNull()) {
        return absent(mapper);
      }
      // Not left to the mapper: one that a host gives need not know Optional.
      return type.getRawClass() == Optional.class
          ? Optional.of(converted(given, type.containedTypeOrUnknown(0), mapper))
          : converted(given, type, mapper);
    }

    private @Nullable Object absent(ObjectMapper mapper) {
      if (type.getRawClass() == Optional.class) {
        return Optional.empty();
      }
      if (JavaSchemas.isOptional(type)) {
        return mapper.convertValue(NullNode.getInstance(), type);
      }
      return type.isPrimitive() ? mapper.convertValue(0, type) : null;
    }

    private Object converted(JsonNode given, JavaType type, ObjectMapper mapper) {
      try {
        return mapper.convertValue(given, type);
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

  @Override
  public @Nullable Object handle(JsonNode json) throws Exception {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).value(json, mapper);
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
  }

  /** What the method returned, as a result. */
  ToolResult toResult(@Nullable Object answer) {
    return JavaValues.toResult(answer, () -> mapper);
  }
}
