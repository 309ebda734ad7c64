package io.gatemini.testing;

import io.gatemini.spi.Provider;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Implementations of plug-in interfaces, all of whose methods go through one function. */
public final class PlugIns {
  private PlugIns() {}

  /** An implementation; the function answers all methods but the name and those of Object. */
  public static <T> T of(Class<T> type, String name, InvocationHandler methods) {
    InvocationHandler all =
        (self, method, arguments) ->
            switch (method.getName()) {
              case "name", "toString" -> name;
              case "hashCode" -> name.hashCode();
              case "equals" -> self == arguments[0];
              default -> methods.invoke(self, method, arguments);
            };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, all));
  }

  /** Answers methods by their names; the others are the interface's defaults. */
  public static InvocationHandler by(Map<String, Supplier<?>> answers) {
    return (self, method, arguments) ->
        answers.containsKey(method.getName())
            ? answers.get(method.getName()).get()
            : method.isDefault() ? InvocationHandler.invokeDefault(self, method, arguments) : null;
  }

  /** A provider of whatever a function makes; an engine is one for TypeScript. */
  public static <T extends Provider> T provider(Class<T> type, String name, Supplier<?> made) {
    return of(type, name, by(Map.of("create", made, "languages", () -> Set.of("typescript"))));
  }
}
