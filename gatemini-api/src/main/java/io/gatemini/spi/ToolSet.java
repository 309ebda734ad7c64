package io.gatemini.spi;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.content.Resource;
import io.gatemini.stability.Incubating;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The tools that agents see of a gateway, instead of those of its backends, and the words that go
 * with them. The gateway does what answers have in common: it counts and bounds them, and turns
 * failures into messages. Thread-safe; nothing here blocks.
 */
public interface ToolSet {
  /** The tools that can be called at any time, always the same, in a fixed order. */
  List<Tool> tools();

  /**
   * The tools that are listed while this is the catalog, in a fixed order; each has another name.
   * Clients hear of another list by {@code list_changed}.
   */
  @Incubating
  default List<Tool> tools(CatalogSnapshot catalog) {
    return tools();
  }

  /**
   * The instructions a client reads before its first call; asked once for each catalog. The
   * configuration's own instructions, or additions, are ignored here.
   */
  String instructions(CatalogSnapshot catalog);

  /** The names that messages of the gateway have for what an agent can do next. */
  NextSteps words();

  /** The language of programs that state none, and of examples; empty for the gateway's usual. */
  default Optional<String> language() {
    return Optional.empty();
  }

  /** How tools are found and run, in a few paragraphs of Markdown for the overview of a gateway. */
  default String overview() {
    return "";
  }

  /** Longer texts on how the tools are used. */
  default List<Guide> guides() {
    return List.of();
  }

  /** Prompts on how the tools are used, which come before all others. */
  default List<PromptSource> prompts() {
    return List.of();
  }

  /** A client has gone: what is remembered of its session is forgotten. */
  default void disconnected(Session session) {}

  /**
   * A text on how the tools are used.
   *
   * @param topic its name in an address
   * @param resource where it is shown under an address of its own as well
   * @param text Markdown
   */
  record Guide(String topic, Optional<Resource> resource, String text) {}

  /** One of the tools that agents see. Thread-safe; nothing in it blocks. */
  interface Tool {
    /** The tool; its input schema is also what arguments are repaired by. */
    SurfaceTool definition();

    /** The tool as it is shown while this is the catalog. */
    default SurfaceTool definition(CatalogSnapshot catalog) {
      return definition();
    }

    /**
     * Whether its answers are those of {@link io.gatemini.Gateway#runAsync}, which has bounded and
     * counted them already.
     */
    default boolean runsPrograms() {
      return false;
    }

    /**
     * Calls the tool. Completing the stage's future from outside cancels the work.
     *
     * @throws io.gatemini.InvalidArgumentsException for arguments that are not accepted; repaired
     *     ones may follow
     * @throws io.gatemini.GatewayException when the call cannot be made; the message is the answer
     */
    CompletionStage<ToolResult> call(SurfaceCall call);
  }

  /**
   * The next steps of an agent, as messages name them: a tool of the surface, or words that stand
   * for a noun, such as "{@code list} without a name". Messages name no other tool of a surface.
   */
  interface NextSteps {
    /** Finds the tools for a task. */
    String find();

    /** Lists all backends. */
    default String list() {
      return find();
    }

    /** Shows the parameters of a tool. */
    String look();

    /** Shows the type of a tool's answers. */
    default String types() {
      return look();
    }

    /** The tool that runs tools, under whose name programs are counted. */
    String run();

    /** Calls a tool to show its response; empty where no tool does. */
    default Optional<String> inspect() {
      return Optional.empty();
    }

    /** Registers a backend; empty where agents cannot. */
    default Optional<String> register() {
      return Optional.empty();
    }

    /** All tools of the surface. */
    default String all() {
      return "the tools of this server";
    }

    /** The names of a surface that has no more to say, and on which agents register nothing. */
    static NextSteps of(String find, String look, String run) {
      record Steps(String find, String look, String run) implements NextSteps {}
      return new Steps(find, look, run);
    }
  }
}
