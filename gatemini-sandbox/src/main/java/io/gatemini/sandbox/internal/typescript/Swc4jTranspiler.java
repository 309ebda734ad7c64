package io.gatemini.sandbox.internal.typescript;

import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;
import com.caoccao.javet.swc4j.outputs.Swc4jTranspileOutput;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TypeScript through swc4j, where {@code com.caoccao.javet:swc4j} and its native part for this
 * platform are on the class path. Takes texts within {@link TypeScriptBounds}. Thread-safe.
 *
 * <p>Nothing ends the native part but the end of its process: it belongs into a worker, and a
 * gateway that runs programs in its own process has their TypeScript read in one.
 *
 * <p>Lines of what it returns are not those of the source; {@link Transpiled#sourceLines} has them.
 */
public final class Swc4jTranspiler implements TypeScriptTranspiler {
  /** Hundreds of times what any text within the bounds was seen to take. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** In one line with the program, so that lines need no correction. */
  private static final String OPENING = "async function __main(){";

  /** The text that the native part makes of {@link #OPENING}. */
  private static final String OPENED = "async function __main() {";

  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:SyntaxError: )?([^\n]*?)(?: at file:///[^\n]*?|\n.*?):(\\d+):\\d+\\]?(?:\\s.*)?",
          Pattern.DOTALL);
  private static final int MAX_MESSAGE_CHARACTERS = 4_000;
  private static final Pattern MAPPINGS = Pattern.compile("\"mappings\":\"([^\"]*)\"");

  private final Duration limit;
  private final Set<Thread> abandoned = ConcurrentHashMap.newKeySet();

  public Swc4jTranspiler() {
    this(LIMIT);
  }

  public Swc4jTranspiler(Duration limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "swc4j";
  }

  @Override
  public int weight() {
    return DEFAULT_WEIGHT + 10;
  }

  @Override
  public boolean isAvailable() {
    // Where the native part is missing the library says so to standard error; it is optional here.
    Logger loader = Logger.getLogger("com.caoccao.javet.swc4j.Swc4jLibLoader");
    Level level = loader.getLevel();
    loader.setLevel(Level.OFF);
    try {
      return transpile("const a: number = 1", Form.MODULE).code().contains("const a = 1");
    } catch (LinkageError | RuntimeException e) {
      System.getLogger(Swc4jTranspiler.class.getName())
          .log(System.Logger.Level.DEBUG, "swc4j cannot be used here: " + e);
      return false;
    } finally {
      loader.setLevel(level);
    }
  }

  /** Whether its Java part is there. Loads nothing. */
  public static boolean isOnClassPath() {
    // Not of the class, which on the module path sees what is in its own module.
    return Swc4jTranspiler.class.getClassLoader().getResource("com/caoccao/javet/swc4j/Swc4j.class")
        != null;
  }

  /** Whether the native part goes on with a text that nobody waits for: it cannot be stopped. */
  public boolean isStuck() {
    abandoned.removeIf(thread -> !thread.isAlive());
    return !abandoned.isEmpty();
  }

  @Override
  public boolean accepts(String source) {
    return TypeScriptBounds.hold(source);
  }

  @Override
  public Transpiled transpile(String source, Form form) {
    if (!accepts(source)) {
      throw new ScriptException(
          "the program is too long or nested too deeply for TypeScript; write it in JavaScript");
    }
    return DeepStack.call(
        () -> form == Form.MODULE ? module(source) : body(source),
        TypeScriptBounds.STACK_BYTES,
        limit,
        abandoned::add);
  }

  private static Transpiled module(String source) {
    return Native.transpile(source, Swc4jParseMode.Module, source);
  }

  private static Transpiled body(String source) {
    Transpiled function = Native.transpile(OPENING + source + "\n}", Swc4jParseMode.Script, source);
    String code = function.code().stripTrailing();
    int end = code.length() - 1;
    if (!code.startsWith(OPENED) || !code.startsWith("}", end)) {
      throw new ScriptException("the program is not the body of a function");
    }
    // What a program put behind the function is part of it now, and makes it no body.
    String body = code.substring(OPENED.length(), end);
    int lines = 1 + (int) body.chars().filter(c -> c == '\n').count();
    List<Integer> sourceLines = function.sourceLines();
    return new Transpiled(body, sourceLines.subList(0, Math.min(lines, sourceLines.size())));
  }

  /** Apart, so that this class loads without swc4j. */
  private static final class Native {
    private static final Swc4j SWC = new Swc4j();

    static Transpiled transpile(String text, Swc4jParseMode mode, String source) {
      try {
        Swc4jTranspileOutput output =
            SWC.transpile(
                text,
                new Swc4jTranspileOptions()
                    .setMediaType(Swc4jMediaType.TypeScript)
                    .setParseMode(mode)
                    .setInlineSources(false)
                    .setSourceMap(Swc4jSourceMapOption.Separate));
        Matcher mappings = MAPPINGS.matcher(output.getSourceMap());
        return new Transpiled(
            output.getCode(), mappings.find() ? SourceMapLines.of(mappings.group(1)) : List.of());
      } catch (Swc4jCoreException e) {
        throw new ScriptException(described(String.valueOf(e.getMessage()), source));
      }
    }

    private static String described(String message, String source) {
      Matcher matcher = MESSAGE.matcher(message);
      // A program has a say in it, and the pattern goes back for every "at file" there is.
      if (message.length() > MAX_MESSAGE_CHARACTERS || !matcher.matches()) {
        return "it is not TypeScript either";
      }
      // An unclosed bracket is missed where the function is closed, which is behind the program.
      long lines = Math.max(1, source.lines().count());
      return matcher.group(1) + " (line " + Math.min(lines, Long.parseLong(matcher.group(2))) + ")";
    }
  }
}
