package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.Optional;

/**
 * A language that programs are written in, as far as the gateway itself has to know it: to name
 * tools in it, to show calls of them, and to help over mistakes. A {@link ScriptEngine} runs its
 * programs. Thread-safe; nothing here may take long.
 *
 * <pre>{@code
 * final class Calls implements ScriptLanguage {
 *   public String name() { return "calls"; }
 *   public String call(String tool, JsonNode arguments) { return "CALL " + tool + " " + arguments; }
 *   public String brief() { return "calls, one a line: CALL b.t {\"q\":\"x\"}"; }
 *   public String guide(NextSteps steps) { return "The answer of the last line is that of the program."; }
 * }
 * }</pre>
 */
public interface ScriptLanguage {
  /** The name that a request chooses it by; lower case. */
  String name();

  /** The name as people write it, such as {@code TypeScript}. */
  default String title() {
    return name();
  }

  /** The identifiers that backends and tools have in a program. */
  default NameRules names() {
    return NameRules.of();
  }

  /**
   * The one call that a program consists of, where it does nothing but make it and return the
   * answer. It is then made without the engine, so that it must mean the very same there; whatever
   * is in doubt is no lone call.
   */
  default Optional<LoneCall> loneCall(String code) {
    return Optional.empty();
  }

  /**
   * Whether calls as other systems write them, such as {@code mcp__files__read({...})}, {@code
   * callTool("files.read", {...})} or a tool's name alone, are no programs of this language and can
   * be read as the calls that they mean.
   */
  default boolean readsForeignCalls() {
    return false;
  }

  /**
   * A call of a tool.
   *
   * @param tool how a program names it, such as {@code files.read}
   * @param arguments a JSON object
   */
  String call(String tool, JsonNode arguments);

  /**
   * A call of a tool with placeholders for its required arguments; where absent, {@link #call} with
   * values that the schema accepts is shown.
   */
  default Optional<String> example(String tool, JsonNode inputSchema) {
    return Optional.empty();
  }

  /** How a program reads a kept result, such as {@code await results.get("id")}. */
  default Optional<String> stored(String id) {
    return Optional.empty();
  }

  /** A sentence for the author of a program that ended with an error, where there is one. */
  default Optional<String> hint(Outcome outcome, HintContext program) {
    return Optional.empty();
  }

  /**
   * The language in a few words and an example, for the description of {@code call_tool_chain};
   * follows "code is a JSON call or".
   */
  String brief();

  /**
   * Paragraphs of Markdown on what programs look like and what they see, for the agents' guide.
   *
   * @param steps the names of what agents do outside of programs
   */
  String guide(NextSteps steps);

  /**
   * A program that is one call.
   *
   * @param backend the backend as the program names it
   * @param tool the tool as the program names it
   * @param arguments the arguments, a JSON object
   */
  record LoneCall(String backend, String tool, RawJson arguments) {}

  /** A program that failed, and the tools it could have called. */
  interface HintContext {
    /** Its text. */
    String code();

    /** The tools. */
    CatalogSnapshot catalog();

    /** The backends as programs of the language name them. */
    List<ScriptBackend> backends();

    /** The backend behind a name of the program, sanitised or original. */
    Optional<ScriptBackend> backend(String name);

    /** The tool behind two names of the program, each sanitised or original. */
    Optional<ToolDescriptor> resolve(String backend, String tool);

    /** How a program names a tool, such as {@code files.read}. */
    String expression(ToolDescriptor tool);

    /** Why a backend that has no tools is not available. */
    Optional<String> down(String backend);

    /** The form in which a tool has answered the program, such as "an object {content}". */
    default Optional<String> answer(ToolDescriptor tool) {
      return Optional.empty();
    }

    /** Whether a name is that of a tool which agents have and programs have not. */
    default boolean isOutside(String name) {
      return false;
    }

    /** Whether the time for a hint is over; asked between steps that grow with the program. */
    boolean isOver();
  }
}
