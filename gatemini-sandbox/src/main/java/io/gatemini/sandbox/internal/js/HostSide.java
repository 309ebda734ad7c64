package io.gatemini.sandbox.internal.js;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.sandbox.internal.run.LogBuffer;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.jspecify.annotations.Nullable;

/**
 * The functions that the prelude calls. It keeps them to itself: a program never holds one. What
 * they answer is a name or JSON text, or {@code null} where there is nothing.
 */
final class HostSide {
  private static final Logger LOG = System.getLogger(HostSide.class.getName());

  private @Nullable Binding binding;

  /** The program behind the context, and what it reaches. */
  record Binding(
      ScriptHost host,
      EventLoop loop,
      ToolCalls calls,
      LogBuffer logs,
      Consumer<String> finish,
      BiConsumer<String, Value> fail) {}

  void bind(Binding binding) {
    this.binding = binding;
  }

  private Binding bound() {
    return Objects.requireNonNull(binding, "no program yet");
  }

  ProxyObject asGuest() {
    Map<String, Object> functions =
        Map.ofEntries(
            command("call", a -> bound().calls.call(a[0].asString(), a[1].asString(), a[2], a[3])),
            command("log", a -> log(a[0].asString())),
            command("finish", a -> bound().finish.accept(a[0].asString())),
            command("fail", a -> bound().fail.accept(a[0].asString(), a[1])),
            command("cancelTimer", a -> bound().loop.cancelTimer(a[0].asInt())),
            query("timer", a -> startTimer(a[0].asDouble(), a[1])),
            query("backend", a -> backend(a[0].asString())),
            query("backends", a -> backends()),
            query("tool", a -> tool(a[0].asString(), a[1].asString())),
            query("origin", a -> origin(a[0].asString(), a[1].asString())),
            query("tools", a -> tools(a[0].asString())),
            query("info", a -> answered(() -> bound().host.info(a[0].asString()))),
            query("search", a -> search(a[0].asString(), a[1].asInt())),
            query("result", a -> answered(() -> bound().host.result(a[0].asString()))));
    return ProxyObject.fromMap(functions);
  }

  private static Map.Entry<String, Object> query(String name, ProxyExecutable body) {
    return Map.entry(name, guarded(body));
  }

  /** A function whose failures are the host's own and tell a program nothing. */
  static ProxyExecutable guarded(ProxyExecutable body) {
    return arguments -> {
      StackReserve.check();
      try {
        return body.execute(arguments);
      } catch (PolyglotException | GatewayException e) {
        throw e;
      } catch (RuntimeException | Error e) { // a program must not catch what is the host's
        throw new GatewayException(failed(e));
      }
    };
  }

  private static Map.Entry<String, Object> command(String name, Consumer<Value[]> body) {
    return query(
        name,
        arguments -> {
          body.accept(arguments);
          return null;
        });
  }

  private void log(String line) {
    if (bound().logs.add(line)) {
      bound().host.log(line);
    }
  }

  private int startTimer(double delayMillis, Value work) {
    return bound().loop.startTimer(delayMillis, work::executeVoid);
  }

  /** Its identifier. */
  private @Nullable String backend(String name) {
    return bound().host.backend(name).map(ScriptBackend::identifier).orElse(null);
  }

  private String backends() {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    for (ScriptBackend backend : bound().host.backends()) {
      names.addObject().put("identifier", backend.identifier());
    }
    return names.toString();
  }

  /** Its key, under which it is called. */
  private @Nullable String tool(String backend, String tool) {
    return bound().host.resolve(backend, tool).map(ToolDescriptor::key).orElse(null);
  }

  /** The details of a tool in errors. */
  private String origin(String backend, String tool) {
    // What is no tool is a request for what a backend has beside them.
    ObjectNode origin =
        JsonNodeFactory.instance.objectNode().put("backend", backend).put("tool", tool);
    bound()
        .host
        .resolve(backend, tool)
        .ifPresent(
            found -> origin.put("backend", found.backend()).put("tool", found.originalName()));
    return origin.toString();
  }

  private String tools(String backend) {
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    bound().host.backend(backend).stream()
        .flatMap(found -> found.tools().stream())
        .forEach(
            tool ->
                tools
                    .addObject()
                    .put("identifier", tool.identifier())
                    .put("original", tool.tool().originalName()));
    return tools.toString();
  }

  private String search(String query, int limit) {
    return answered(() -> bound().host.search(query, Math.min(limit, SearchRequest.MAX_LIMIT)));
  }

  /** {@code {"value": ...}}, or {@code {"error": ...}} with words for the program's author. */
  private static String answered(Supplier<Object> question) {
    return Guarded.valueOr(
        () -> "{\"value\":" + question.get() + "}",
        problem ->
            error(
                problem instanceof GatewayException
                    ? String.valueOf(problem.getMessage())
                    : failed(problem)));
  }

  private static String error(String message) {
    return JsonNodeFactory.instance.objectNode().put("error", message).toString();
  }

  /** The error of a program for a failure that is the host's own. */
  private static String failed(Throwable failure) {
    LOG.log(Level.WARNING, "the gateway failed under a program", failure);
    return "the gateway failed; its log says why";
  }
}
