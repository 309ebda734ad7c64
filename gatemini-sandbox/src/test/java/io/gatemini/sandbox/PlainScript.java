package io.gatemini.sandbox;

import java.util.concurrent.atomic.AtomicReference;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/** JavaScript in a context of its own, with nothing of the gateway. */
public final class PlainScript implements AutoCloseable {
  private final Engine engine =
      Engine.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();

  /** How an async function ended: the JSON of its value, or a message and the line of the body. */
  public record Ending(String json, String error, int line) {}

  public Context newContext() {
    return Context.newBuilder("js")
        .engine(engine)
        .allowExperimentalOptions(true)
        .option("js.esm-eval-returns-exports", "true")
        .build();
  }

  /** Runs the body of an async function. */
  public Ending run(String body) {
    try (Context context = newContext()) {
      return run(context, body);
    }
  }

  public static Ending run(Context context, String body) {
    try {
      // The constructor puts two lines before the body.
      return ended(
          context, context.eval("js", "(async () => {}).constructor").execute(body).execute(), 2);
    } catch (PolyglotException e) {
      return new Ending("", String.valueOf(e.getMessage()), 0);
    }
  }

  /** Runs what a module exports by default. */
  Ending runModule(String module) {
    try (Context context = newContext()) {
      Value exports =
          context.eval(
              Source.newBuilder("js", module, "main.mjs")
                  .mimeType("application/javascript+module")
                  .buildLiteral());
      return ended(context, exports.getMember("default").execute(), 0);
    } catch (PolyglotException e) {
      return new Ending("", String.valueOf(e.getMessage()), 0);
    }
  }

  private static Ending ended(Context context, Value promise, int linesBefore) {
    AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    Value stringify = context.eval("js", "v => v === undefined ? 'null' : JSON.stringify(v)");
    ProxyExecutable kept =
        values -> {
          ending.set(new Ending(stringify.execute(values[0]).asString(), "", 0));
          return null;
        };
    ProxyExecutable failed =
        values -> {
          ending.set(failure(values[0], linesBefore));
          return null;
        };
    promise.invokeMember("then", kept, failed);
    Ending known = ending.get();
    return known == null ? new Ending("", "still pending", 0) : known;
  }

  private static Ending failure(Value error, int linesBefore) {
    try {
      throw error.throwException();
    } catch (PolyglotException e) {
      int line = 0;
      for (PolyglotException.StackFrame frame : e.getPolyglotStackTrace()) {
        if (frame.isGuestFrame() && frame.getSourceLocation() != null) {
          line = frame.getSourceLocation().getStartLine() - linesBefore;
          break;
        }
      }
      return new Ending("", String.valueOf(e.getMessage()), line);
    }
  }

  @Override
  public void close() {
    engine.close(true);
  }
}
