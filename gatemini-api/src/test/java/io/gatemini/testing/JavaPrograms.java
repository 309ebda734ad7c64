package io.gatemini.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * A script engine whose programs are Java code, found by their text; it holds places as an engine
 * does, so that a program which is wrongly not nested waits for itself.
 */
public final class JavaPrograms implements ScriptEngineProvider {
  /** The body of one program. */
  @FunctionalInterface
  public interface Body {
    RawJson run(Program program, ScriptHost host);
  }

  public final List<Program> programs = new CopyOnWriteArrayList<>();
  public final List<Limits> limits = new CopyOnWriteArrayList<>();
  public final CountDownLatch created = new CountDownLatch(1);
  public final Semaphore warmed = new Semaphore(0);
  public volatile Load load = new Load(0, 0, 0);
  private final Map<String, CompletionStage<Outcome>> outcomes = new ConcurrentHashMap<>();
  private final Map<String, Body> bodies = new ConcurrentHashMap<>();
  private final String language;

  public JavaPrograms() {
    this("typescript");
  }

  public JavaPrograms(String language) {
    this.language = language;
  }

  /** A program that runs Java code; what that throws is what the program throws. */
  public JavaPrograms program(String code, Body body) {
    bodies.put(code, body);
    return this;
  }

  /** A program that ends with something else than a value. */
  public JavaPrograms program(String code, CompletionStage<Outcome> outcome) {
    outcomes.put(code, outcome);
    return this;
  }

  /** Calls a tool and waits for it, as {@code await} does; an error is thrown. */
  public static RawJson call(ScriptHost host, String tool, String arguments) {
    ToolResult result = host.call(tool, RawJson.parse(arguments)).toCompletableFuture().join();
    if (result.isError()) {
      throw new IllegalStateException(result.text());
    }
    return RawJson.of(result.value());
  }

  public static Outcome outcome(Status status, RawJson value, String message) {
    return new Outcome(status, value, message, OptionalInt.empty(), List.of());
  }

  @Override
  public String name() {
    return "java-programs-of-" + language;
  }

  @Override
  public Set<String> languages() {
    return Set.of(language);
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    created.countDown();
    return new Engine(new Semaphore(sandbox.maxConcurrentPrograms()), context);
  }

  private final class Engine implements ScriptEngine {
    private final Semaphore places;
    private final PluginContext context;

    Engine(Semaphore places, PluginContext context) {
      this.places = places;
      this.context = context;
    }

    @Override
    public CompletionStage<Outcome> run(Program program, Limits given, ScriptHost host) {
      programs.add(program);
      limits.add(given);
      CompletionStage<Outcome> known = outcomes.get(program.code());
      return known != null
          ? known
          : CompletableFuture.supplyAsync(() -> inPlace(program, host), context.executor());
    }

    private Outcome inPlace(Program program, ScriptHost host) {
      if (program.nested()) {
        return run(program, host);
      }
      places.acquireUninterruptibly();
      try {
        return run(program, host);
      } finally {
        places.release();
      }
    }

    private Outcome run(Program program, ScriptHost host) {
      Body body = bodies.get(program.code());
      if (body == null) {
        return outcome(Status.SYNTAX, RawJson.parse("null"), "no such program");
      }
      try {
        return outcome(Status.OK, body.run(program, host), "");
      } catch (RuntimeException e) {
        Throwable cause =
            e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        return outcome(Status.ERROR, RawJson.parse("null"), String.valueOf(cause.getMessage()));
      }
    }

    @Override
    public void warm() {
      warmed.release();
    }

    @Override
    public Load load() {
      return load;
    }

    @Override
    public void close() {}
  }
}
