package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ProgressListener;
import io.gatemini.Session;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls a method with the arguments of a tool, both ways through one mapper. */
record MethodHandler(Object object, Method method, List<Argument> arguments, ObjectMapper mapper)
    implements ToolHandler {
  private static final String DONE = "done";

  /** The source of a parameter's value. */
  sealed interface Argument {
    @Nullable Object value(JsonNode arguments, CallContext context, ObjectMapper mapper);
  }

  /** A part of the call's circumstances, which agents do not see. */
  record Injected(Function<CallContext, Object> part) implements Argument {
    private static final Map<Class<?>, Injected> BY_TYPE =
        Map.of(
            CallContext.class, new Injected(context -> context),
            Session.class, new Injected(CallContext::session),
            ClientChannel.class, new Injected(CallContext::client),
            ProgressListener.class, new Injected(context -> context.client().progress()));

    /**
     * The value of a parameter that is no argument. LangChain4j marks the one that gets the id of
     * the conversation.
     */
    static Optional<Argument> of(Parameter parameter, ObjectMapper mapper) {
      if (Mark.has(parameter, "ToolMemoryId")) {
        JavaType type = mapper.constructType(parameter.getParameterizedType());
        return Optional.of(
            new Injected(context -> mapper.convertValue(context.session().id(), type)));
      }
      return Optional.ofNullable(BY_TYPE.get(parameter.getType()));
    }

    @Override
    public Object value(JsonNode arguments, CallContext context, ObjectMapper mapper) {
      return part.apply(context);
    }
  }

  /** An argument of the agent. */
  record Given(String name, JavaType type) implements Argument {
    @Override
    public @Nullable Object value(JsonNode arguments, CallContext context, ObjectMapper mapper) {
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
    return handle(json, CallContext.local());
  }

  @Override
  public @Nullable Object handle(JsonNode json, CallContext context) throws Exception {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).value(json, context, mapper);
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

  /** Converts the method's return value into a result. */
  ToolResult toResult(@Nullable Object answer) {
    // A model would take null for something that was not found.
    return method.getReturnType() == void.class
        ? ToolResult.string(DONE)
        : JavaValues.toResult(answer, () -> mapper);
  }
}
