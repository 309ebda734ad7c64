package io.gatemini.sandbox.internal.js;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.sandbox.internal.intl.LocaleServices;
import io.gatemini.sandbox.internal.run.LogBuffer;
import io.gatemini.sandbox.internal.run.ToolLookup;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The prelude's requests to the gateway, by one function that it keeps to itself: a program never
 * holds it. Texts, numbers and nothing else cross, in both directions.
 */
public final class HostSide {
  private static final Logger LOG = System.getLogger(HostSide.class.getName());

  /** The prefix of an answer that is an error for the program. */
  private static final String ERROR = "\0!";

  /** The bound of {@code getRandomValues} in the Web Cryptography API. */
  private static final int MAX_RANDOM_BYTES = 65_536;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final ScriptHost host;
  private final ToolLookup tools;
  private final EventLoop loop;
  private final ToolCalls calls;
  private final LogBuffer logs;
  private final Consumer<String> finish;
  private final BiConsumer<String, String> fail;
  private final IntConsumer fire;
  private boolean showsBackends;
  private @Nullable LocaleServices intl;

  /** The arguments of a request, in their order. */
  public interface Arguments {
    String text(int index);

    double number(int index);
  }

  /**
   * @param finish takes the JSON of a program's value; empty where it returned none
   * @param fail takes the message and the stack of what it threw
   * @param fire runs a timer
   */
  HostSide(
      ScriptHost host,
      EventLoop loop,
      ToolCalls calls,
      LogBuffer logs,
      Consumer<String> finish,
      BiConsumer<String, String> fail,
      IntConsumer fire) {
    this.host = host;
    this.tools = new ToolLookup(host);
    this.loop = loop;
    this.calls = calls;
    this.logs = logs;
    this.finish = finish;
    this.fail = fail;
    this.fire = fire;
  }

  /** Backends are globals from now on, and were none to the code that made the others. */
  void showBackends() {
    showsBackends = true;
  }

  /**
   * Answers the prelude. Never throws: a failure of the host itself reveals nothing to a program.
   *
   * @param what the request; its arguments follow it
   * @return a text, or null where there is nothing
   */
  public @Nullable String ask(String what, Arguments arguments) {
    try {
      return answer(what, arguments);
    } catch (GatewayException e) {
      return ERROR + e.getMessage();
    } catch (RuntimeException | Error e) { // a program must not catch what is the host's
      return ERROR + failed(e);
    }
  }

  private @Nullable String answer(String what, Arguments a) {
    switch (what) {
      // Nothing: the first request loads classes, and must not be made at the end of a stack.
      case "begin" -> {}
      case "call" -> calls.call((int) a.number(1), a.text(2), a.text(3));
      case "log" -> log(a.text(1));
      case "finish" -> finish.accept(a.text(1));
      case "fail" -> fail.accept(a.text(1), a.text(2));
      case "timer" -> {
        int id = (int) a.number(1);
        loop.startTimer(id, a.number(2), () -> fire.accept(id));
      }
      case "cancelTimer" -> loop.cancelTimer((int) a.number(1));
      default -> {
        return question(what, a);
      }
    }
    return null;
  }

  private @Nullable String question(String what, Arguments a) {
    return switch (what) {
      case "backend" -> host.backend(a.text(1)).map(ScriptBackend::identifier).orElse(null);
      case "global" ->
          !showsBackends || Globals.isOne(a.text(1))
              ? null
              : host.backend(a.text(1)).map(ScriptBackend::identifier).orElse(null);
      case "backends" -> backends();
      // Its key, under which it is called.
      case "tool" -> tools.find(a.text(1), a.text(2)).map(ToolDescriptor::key).orElse(null);
      case "origin" -> origin(a.text(1), a.text(2));
      case "tools" -> tools(a.text(1));
      case "info" -> answered(() -> host.info(a.text(1)));
      case "search" ->
          answered(
              () -> host.search(a.text(1), (int) Math.min(a.number(2), SearchRequest.MAX_LIMIT)));
      case "result" -> answered(() -> host.result(a.text(1)));
      case "intl" ->
          a.text(1).equals("source")
              ? Globals.source("intl")
              : intl().answer(a.text(1), a.text(2), a.text(3));
      // Texts of one character a byte, behind one that is no byte's.
      case "random" -> " " + random((int) a.number(1));
      case "digest" -> " " + digest(a.text(1), a.text(2));
      default -> throw new IllegalArgumentException(what);
    };
  }

  private LocaleServices intl() {
    LocaleServices known = intl;
    if (known == null) {
      known = LocaleServices.load();
      intl = known;
    }
    return known;
  }

  private void log(String line) {
    if (logs.add(line)) {
      host.log(line);
    }
  }

  private String backends() {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    for (ScriptBackend backend : host.backends()) {
      names.addObject().put("identifier", backend.identifier());
    }
    return JsonValues.text(names);
  }

  /** The details of a tool in errors. */
  private String origin(String backend, String tool) {
    // Any other name is a request for a feature of a backend beside its tools.
    ObjectNode origin =
        JsonNodeFactory.instance.objectNode().put("backend", backend).put("tool", tool);
    host.resolve(backend, tool)
        .ifPresent(
            found -> origin.put("backend", found.backend()).put("tool", found.originalName()));
    return JsonValues.text(origin);
  }

  private String tools(String backend) {
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    host.backend(backend).stream()
        .flatMap(found -> found.tools().stream())
        .forEach(
            tool ->
                tools
                    .addObject()
                    .put("identifier", tool.identifier())
                    .put("original", tool.tool().originalName()));
    return JsonValues.text(tools);
  }

  private static String random(int length) {
    byte[] bytes = new byte[Math.min(length, MAX_RANDOM_BYTES)];
    RANDOM.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String digest(String algorithm, String bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance(algorithm).digest(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return new String(digest, StandardCharsets.ISO_8859_1);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
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
    return "{\"error\":" + JsonText.quoted(message) + "}";
  }

  /** The error of a program for a failure that is the host's own. */
  private static String failed(Throwable failure) {
    LOG.log(Level.WARNING, "the gateway failed under a program", failure);
    return "the gateway failed; its log says why";
  }
}
