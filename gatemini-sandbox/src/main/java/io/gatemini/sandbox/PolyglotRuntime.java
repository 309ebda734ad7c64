package io.gatemini.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * The one polyglot engine behind all programs, made at the first, and the contexts it makes: closed
 * to the host, to files, to other languages, and to standard streams. Thread-safe.
 */
final class PolyglotRuntime implements AutoCloseable {
  /**
   * What a program gets beside the standard: nothing. The bounds are on what a single operation can
   * allocate at once, before anyone could stop it.
   */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("js.console", "false"),
          Map.entry("js.print", "false"),
          Map.entry("js.load", "false"),
          Map.entry("js.graal-builtin", "false"),
          Map.entry("js.polyglot-builtin", "false"),
          Map.entry("js.java-package-globals", "false"),
          Map.entry("js.atomics", "false"),
          Map.entry("js.shared-array-buffer", "false"),
          Map.entry("js.string-length-limit", Integer.toString(32 * 1024 * 1024)),
          Map.entry("js.max-typed-array-length", Integer.toString(64 * 1024 * 1024)),
          Map.entry("js.max-apply-argument-length", "1000000"));

  private final Source prelude =
      Source.newBuilder("js", read("prelude.js"), "gatemini").buildLiteral();
  private @Nullable Engine engine;
  private boolean closed;

  /** A fresh context and nothing in it; belongs to the calling thread. */
  Context newContext() {
    // One HostAccess for all contexts of an engine: a second one breaks the engine's cache.
    return Context.newBuilder("js")
        .engine(engine())
        .allowHostAccess(HostAccess.NONE)
        .allowPolyglotAccess(PolyglotAccess.NONE)
        .allowEnvironmentAccess(EnvironmentAccess.NONE)
        .allowIO(IOAccess.NONE)
        .allowCreateThread(false)
        .allowCreateProcess(false)
        .allowNativeAccess(false)
        .allowExperimentalOptions(true)
        .options(OPTIONS)
        .build();
  }

  /** What every context starts with: a function that takes the host side. */
  Source prelude() {
    return prelude;
  }

  private synchronized Engine engine() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    Engine known = engine;
    if (known == null) {
      known =
          Engine.newBuilder("js")
              .option("engine.WarnInterpreterOnly", "false")
              .in(InputStream.nullInputStream())
              .out(OutputStream.nullOutputStream())
              .err(OutputStream.nullOutputStream())
              .logHandler(OutputStream.nullOutputStream())
              .build();
      engine = known;
    }
    return known;
  }

  private static String read(String resource) {
    try (InputStream in = PolyglotRuntime.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    Engine known = engine;
    engine = null;
    if (known != null) {
      // Cancelling may take as long as a builtin that does not look up; close() must not.
      Thread closer = new Thread(() -> closeQuietly(known), "gatemini-program-close");
      closer.setDaemon(true);
      closer.start();
    }
  }

  private static void closeQuietly(Engine engine) {
    try {
      engine.close(true);
    } catch (RuntimeException e) {
      System.getLogger(PolyglotRuntime.class.getName())
          .log(System.Logger.Level.DEBUG, "the script engine did not close", e);
    }
  }
}
