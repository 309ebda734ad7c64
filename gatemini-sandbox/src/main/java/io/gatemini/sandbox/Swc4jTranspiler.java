package io.gatemini.sandbox;

import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;
import io.gatemini.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TypeScript through swc4j, where {@code com.caoccao.javet:swc4j} and its native part for this
 * platform are on the class path. Thread-safe.
 */
public final class Swc4jTranspiler implements TypeScriptTranspiler {
  /**
   * The native parser recurses on the calling thread's stack, and an overflow there ends the
   * process. At 3.3 KB a level, the most that was seen, a text of this length cannot get deep
   * enough on a stack of this size.
   */
  private static final int MAX_LENGTH = 20_000;

  private static final long STACK_BYTES = 256L * 1024 * 1024;

  /** Indentation makes the output quadratic in the depth of brackets. */
  private static final int MAX_BRACKETS = 200;

  /** Labels and operators that nest without brackets, between two separators. */
  private static final int MAX_OPERATORS = 500;

  private static final String OPENING = "async function __main(){\n";
  private static final Pattern MESSAGE =
      Pattern.compile("(?:SyntaxError: )?([^\n]*).*?:(\\d+):\\d+\\]?\\s*", Pattern.DOTALL);

  @Override
  public String name() {
    return "swc4j";
  }

  @Override
  public Transpiled transpile(String source, Form form) {
    if (source.length() > MAX_LENGTH || isTooDeep(source)) {
      throw new ScriptException(
          "the program is too long or nested too deeply for TypeScript; write it in JavaScript");
    }
    String function = onDeepStack(() -> Native.transpile(OPENING + source + "\n}"));
    // The body alone goes on; what a program put behind the function makes it no body.
    return new Transpiled(
        function.substring(function.indexOf('{') + 1, function.lastIndexOf('}')), List.of());
  }

  private static boolean isTooDeep(String source) {
    int brackets = 0;
    int operators = 0;
    for (int i = 0; i < source.length(); i++) {
      switch (source.charAt(i)) {
        case '(', '[' -> brackets++;
        case ')', ']' -> brackets--;
        case '{' -> {
          brackets++;
          operators = 0;
        }
        case '}' -> {
          brackets--;
          operators = 0;
        }
        case ';', ',' -> operators = 0;
        case ':', '?', '!', '~', '=', '<', '|', '&' -> operators++;
        default -> {}
      }
      if (brackets > MAX_BRACKETS || operators > MAX_OPERATORS) {
        return true;
      }
    }
    return false;
  }

  private static String onDeepStack(Supplier<String> work) {
    FutureTask<String> task = new FutureTask<>(work::get);
    Thread thread = new Thread(null, task, "gatemini-transpile", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ScriptException known) {
        throw known;
      }
      throw new ScriptException(
          "the transpiler is not there; add com.caoccao.javet:swc4j:2.2.0 and com.caoccao.javet:"
              + nativeArtifact()
              + ":2.2.0 to the class path");
    }
  }

  private static String nativeArtifact() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch", "").equals("aarch64") ? "arm64" : "x86_64";
    String platform = os.startsWith("mac") ? "macos" : os.startsWith("win") ? "windows" : "linux";
    return "swc4j-" + platform + "-" + arch;
  }

  /** Apart, so that this class loads without swc4j. */
  private static final class Native {
    private static final Swc4j SWC = new Swc4j();

    static synchronized String transpile(String source) {
      try {
        return SWC.transpile(
                source,
                new Swc4jTranspileOptions()
                    .setMediaType(Swc4jMediaType.TypeScript)
                    .setParseMode(Swc4jParseMode.Script)
                    .setSourceMap(Swc4jSourceMapOption.None))
            .getCode();
      } catch (Swc4jCoreException e) {
        Matcher matcher = MESSAGE.matcher(String.valueOf(e.getMessage()));
        throw new ScriptException(
            matcher.matches()
                ? matcher.group(1) + " (line " + (Integer.parseInt(matcher.group(2)) - 1) + ")"
                : "it is not TypeScript either");
      }
    }
  }
}
