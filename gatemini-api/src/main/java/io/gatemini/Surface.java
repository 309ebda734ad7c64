package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.stability.Incubating;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The face of a gateway towards its clients, in plain values: no protocol, no wire. Transports
 * translate it. Thread-safe; nothing here blocks.
 */
@Incubating
public interface Surface {
  /** The identity of the server, as clients see it. */
  ServerInfo server();

  /**
   * The instructions a client reads before its first call: the same text for one generation of the
   * catalog, so that prompt caches hold.
   */
  Optional<String> instructions();

  /** The tools, in a fixed order. */
  List<SurfaceTool> tools(Session session);

  /**
   * Calls a tool. Never throws; an unknown tool and bad arguments are results that say {@code
   * isError}. Completing the future behind the stage from outside cancels the work down to the
   * backend.
   */
  CompletionStage<ToolResult> call(SurfaceCall call);

  /** Whether a tool of this name exists. */
  boolean hasTool(String name);

  /**
   * Why {@link #call} has no use for a name, in the middle of a sentence; empty for its tools, and
   * for names whose answer shows the right call.
   */
  default Optional<String> refusal(String name) {
    return hasTool(name) ? Optional.empty() : Optional.of("this server has no such tool");
  }

  /** The resources, in a fixed order. */
  List<Resource> resources(Session session);

  /** The templates of further resources, in a fixed order. */
  List<ResourceTemplate> resourceTemplates(Session session);

  /**
   * Reads a resource. The stage fails with an {@link io.gatemini.UnknownResourceException} where
   * there is none under that address, and with an {@link io.gatemini.InvalidArgumentsException}
   * where the address asks for something that its resource has not.
   */
  CompletionStage<ResourceContent> readResource(Session session, String uri);

  /** The same for a client that can be asked meanwhile. */
  default CompletionStage<ResourceContent> readResource(CallContext context, String uri) {
    return readResource(context.session(), uri);
  }

  /** The prompts, in a fixed order. */
  List<Prompt> prompts(Session session);

  /**
   * The messages of a prompt. The stage fails with an {@link io.gatemini.UnknownPromptException}
   * where there is none of that name, and with an {@link io.gatemini.InvalidArgumentsException}
   * where a required argument is missing or one is given that the prompt has not.
   */
  CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments);

  /** The same for a client that can be asked meanwhile. */
  default CompletionStage<PromptContent> prompt(
      CallContext context, String name, Map<String, String> arguments) {
    return prompt(context.session(), name, arguments);
  }

  /**
   * Completes a value that somebody is writing. The stage fails with an {@link
   * io.gatemini.InvalidArgumentsException} where there is no such prompt, template or variable.
   */
  CompletionStage<Completion> complete(CompletionRequest request);

  /**
   * Notifies a client's listener of changes from now on, at most a few times per second. Close the
   * listening to stop.
   *
   * @param session the one that the client's requests carry, with its name: lists may depend on it
   */
  Listening listen(Session session, SurfaceListener listener);

  /** A client has finished its handshake; its calls may follow. Returns at once. */
  default void connected(Session session) {}

  /** Ends what a client that went away still has running. */
  void disconnected(Session session);

  /**
   * The identity of the server.
   *
   * @param name for programs
   * @param title for people
   * @param website where to read more, if anywhere
   * @param icons pictures to show beside the title
   */
  record ServerInfo(
      String name, String title, String version, Optional<String> website, List<Icon> icons) {
    public ServerInfo {
      icons = List.copyOf(icons);
    }
  }

  /**
   * A picture.
   *
   * @param source its address, also one that has the picture in it: {@code data:}
   * @param sizes for example {@code 48x48}, or {@code any} where it scales
   */
  record Icon(String source, String mimeType, List<String> sizes) {
    public Icon {
      sizes = List.copyOf(sizes);
    }
  }

  /**
   * A tool as clients see it.
   *
   * @param outputSchema a {@link MissingNode} where the tool has none
   * @param meta the member {@code _meta}; empty where it has none
   */
  record SurfaceTool(
      String name,
      String title,
      String description,
      JsonNode inputSchema,
      JsonNode outputSchema,
      ToolAnnotations annotations,
      JsonNode meta) {
    private static final JsonNode NONE = MissingNode.getInstance();

    /**
     * A tool.
     *
     * @throws NullPointerException names the tool and the part that is missing
     */
    public SurfaceTool {
      Objects.requireNonNull(name, "a tool has no name");
      given(title, name, "title");
      given(description, name, "description");
      given(inputSchema, name, "input schema");
      given(annotations, name, "annotations");
    }

    /**
     * A tool without {@code _meta}.
     *
     * @param outputSchema an object schema; {@code null} where the tool has none
     */
    public SurfaceTool(
        String name,
        String title,
        String description,
        JsonNode inputSchema,
        @Nullable JsonNode outputSchema,
        ToolAnnotations annotations) {
      this(name, title, description, inputSchema, orNone(outputSchema), annotations, NONE);
    }

    private static JsonNode orNone(@Nullable JsonNode schema) {
      return schema == null ? NONE : schema;
    }

    private static <T> T given(T value, String tool, String part) {
      return Objects.requireNonNull(value, () -> "tool \"" + tool + "\" has no " + part);
    }
  }

  /** A call of a client. */
  record SurfaceCall(String tool, RawJson arguments, CallContext context) {}

  /**
   * The completions of a value.
   *
   * @param values best first, 100 at most
   * @param total how many there are; {@link Integer#MAX_VALUE} for more than nobody knows
   */
  record Completion(List<String> values, int total) {
    /** How many values one answer has at most (MCP specification 2025-11-25, completion). */
    public static final int MAX_VALUES = 100;

    public Completion {
      values = List.copyOf(values);
    }

    /** The first of all that there are. */
    public static Completion of(List<String> all) {
      return new Completion(all.subList(0, Math.min(all.size(), MAX_VALUES)), all.size());
    }

    /** Whether there are more than those returned. */
    public boolean hasMore() {
      return total > values.size();
    }
  }
}
