package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.GatewayException;
import io.gatemini.spi.ScriptHost;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.jspecify.annotations.Nullable;

/** The functions that the prelude calls. It keeps them to itself: a program never holds one. */
record HostSide(
    ScriptHost host,
    EventLoop loop,
    ToolCalls calls,
    LogBuffer logs,
    Consumer<String> finish,
    BiConsumer<String, Value> fail) {

  ProxyObject asGuest() {
    Map<String, Object> functions =
        Map.of(
            "call", function(a -> calls.call(a[0].asString(), a[1].asString(), a[2], a[3])),
            "log", function(a -> log(a[0].asString())),
            "finish", function(a -> finish.accept(a[0].asString())),
            "fail", function(a -> fail.accept(a[0].asString(), a[1])),
            "cancelTimer", function(a -> loop.cancelTimer(a[0].asInt())),
            "timer", (ProxyExecutable) a -> startTimer(a[0].asDouble(), a[1]),
            "tools", (ProxyExecutable) a -> tools(a[0].asString()),
            "info", (ProxyExecutable) a -> info(a[0].asString()));
    return ProxyObject.fromMap(functions);
  }

  private static ProxyExecutable function(Consumer<Value[]> body) {
    return arguments -> {
      body.accept(arguments);
      return null;
    };
  }

  private void log(String line) {
    if (logs.add(line)) {
      host.log(line);
    }
  }

  private int startTimer(double delayMillis, Value work) {
    return loop.startTimer(delayMillis, work::executeVoid);
  }

  private String tools(String backend) {
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    host.backends().stream()
        .filter(candidate -> candidate.name().equals(backend))
        .flatMap(candidate -> candidate.tools().stream())
        .forEach(
            tool ->
                tools
                    .addObject()
                    .put("identifier", tool.identifier())
                    .put("original", tool.tool().originalName())
                    .put("key", tool.tool().name()));
    return tools.toString();
  }

  private @Nullable String info(String tool) {
    try {
      return host.info(tool).toString();
    } catch (GatewayException e) {
      return null;
    }
  }
}
