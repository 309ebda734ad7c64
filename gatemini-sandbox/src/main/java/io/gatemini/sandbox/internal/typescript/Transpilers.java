package io.gatemini.sandbox.internal.typescript;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The transpilers of a gateway as one: the first that works here takes a text, the next one what is
 * beyond its bounds. The outcome for a text, even that it is no TypeScript, is kept by content.
 * Thread-safe; a text that is known waits for nothing.
 */
public final class Transpilers {
  /** Some hundred programs of usual length. */
  private static final long MAX_CACHED_BYTES = 8L * 1024 * 1024;

  private static final int ENTRY_BYTES = 200;
  private static final int BYTES_PER_LINE = 8;
  private static final Pattern LINE = Pattern.compile(".*\\(line (\\d{1,9})\\)", Pattern.DOTALL);

  private final Supplier<List<TypeScriptTranspiler>> discovered;

  // Guarded by this. Made at the first text: its classes take 20 ms, and most programs have none.
  private @Nullable Cache<Key, Outcome> cache;

  private volatile @Nullable List<TypeScriptTranspiler> available;

  private record Key(String source, Form form) {}

  /** The outcome of a text: a failure, or the result; neither where no transpiler takes it. */
  private record Outcome(Optional<Transpiled> transpiled, String failure) {}

  /**
   * @param discovered all that there are, the best first; asked once, at the first text, as they
   *     may be slow to say whether they work
   */
  public Transpilers(Supplier<List<TypeScriptTranspiler>> discovered) {
    this.discovered = discovered;
  }

  /**
   * Transpiles a program.
   *
   * @throws ScriptException if it is no TypeScript, or the transpiler cannot decide
   */
  public Transpiled transpile(String source, Form form) {
    return find(source, form)
        .orElseThrow(
            () ->
                new ScriptException(
                    available().isEmpty()
                        ? "there is no transpiler for TypeScript; write JavaScript, or add"
                            + " org.mvnpm:sucrase to the class path"
                        : "the program is too long or nested too deeply for TypeScript; write it"
                            + " in JavaScript"));
  }

  /**
   * Transpiles a program; empty where no transpiler takes it.
   *
   * @throws ScriptException when it is no TypeScript
   */
  public Optional<Transpiled> find(String source, Form form) {
    Key key = new Key(source, form);
    Outcome outcome = cache().getIfPresent(key);
    if (outcome == null) {
      // Outside the cache: it would lock its other texts for as long as this one takes.
      outcome = outcome(source, form);
      if (!Thread.currentThread().isInterrupted()) {
        cache().put(key, outcome);
      }
    }
    if (!outcome.failure().isEmpty()) {
      throw new ScriptException(outcome.failure());
    }
    return outcome.transpiled();
  }

  private synchronized Cache<Key, Outcome> cache() {
    Cache<Key, Outcome> known = cache;
    if (known == null) {
      known =
          Caffeine.newBuilder()
              .maximumWeight(MAX_CACHED_BYTES)
              .weigher(Transpilers::bytes)
              .executor(Runnable::run)
              .build();
      cache = known;
    }
    return known;
  }

  /** The line that a message of a transpiler is about. */
  public static OptionalInt lineOf(String message) {
    Matcher matcher = LINE.matcher(message);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  private Outcome outcome(String source, Form form) {
    try {
      return new Outcome(
          available().stream()
              .filter(transpiler -> transpiler.accepts(source))
              .findFirst()
              .map(transpiler -> transpiler.transpile(source, form)),
          "");
    } catch (ScriptException e) {
      return new Outcome(Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  private List<TypeScriptTranspiler> available() {
    List<TypeScriptTranspiler> known = available;
    if (known == null) {
      synchronized (this) {
        known = available;
        if (known == null) {
          known = discovered.get().stream().filter(TypeScriptTranspiler::isAvailable).toList();
          available = known;
        }
      }
    }
    return known;
  }

  private static int bytes(Key key, Outcome outcome) {
    int characters = key.source().length() + outcome.failure().length();
    int lines = 0;
    if (outcome.transpiled().isPresent()) {
      characters += outcome.transpiled().get().code().length();
      lines = outcome.transpiled().get().sourceLines().size();
    }
    return ENTRY_BYTES + Character.BYTES * characters + BYTES_PER_LINE * lines;
  }

  /** The transpilers of the gateway's host, asked by a program in another process. */
  public interface HostTranspiler {
    /**
     * Transpiles a program; empty where the host has no transpiler for it.
     *
     * @throws ScriptException when it is no TypeScript
     */
    Optional<Transpiled> transpile(String source, Form form);
  }
}
