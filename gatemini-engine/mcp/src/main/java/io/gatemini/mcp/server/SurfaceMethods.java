package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The methods of the protocol over a surface, but for {@code tools/call}. */
record SurfaceMethods(Surface surface) {
  /** The method of a name; null for one that is not known, or not offered. */
  @Nullable RequestMethod<?> of(String name, ServerFeatures features) {
    boolean offered =
        name.startsWith("resources/")
            ? features.resources()
            : name.startsWith("prompts/")
                ? features.prompts()
                : !name.startsWith("completion/") || features.completions();
    return offered ? of(name) : null;
  }

  private @Nullable RequestMethod<?> of(String name) {
    return switch (name) {
      case "tools/list" -> list("tools", surface::tools, SurfaceTool::name, SurfaceJson::tool);
      case "resources/list" ->
          list("resources", surface::resources, Resource::uri, SurfaceJson::resource);
      case "resources/templates/list" ->
          list(
              "resourceTemplates",
              surface::resourceTemplates,
              ResourceTemplate::uriTemplate,
              SurfaceJson::resourceTemplate);
      case "resources/read" ->
          new RequestMethod<>(
              (params, client) -> surface.readResource(client.session(), uri(params)),
              SurfaceJson::readResourceResult);
      case "resources/subscribe" ->
          RequestMethod.done((params, client) -> client.listening().subscribe(uri(params)));
      case "resources/unsubscribe" ->
          RequestMethod.done((params, client) -> client.listening().unsubscribe(uri(params)));
      case "prompts/list" -> list("prompts", surface::prompts, Prompt::name, SurfaceJson::prompt);
      case "prompts/get" ->
          new RequestMethod<>(
              (params, client) ->
                  surface.prompt(client.session(), promptName(params), promptArguments(params)),
              SurfaceJson::getPromptResult);
      case "completion/complete" ->
          new RequestMethod<>(
              (params, client) -> surface.complete(completion(params, client.session())),
              SurfaceJson::completeResult);
      case "logging/setLevel" -> LoggingMethod.setLevel();
      default -> null;
    };
  }

  /** A list in pages, as the surface has it at that moment. */
  private static <T> RequestMethod<?> list(
      String member,
      Function<Session, List<T>> all,
      Function<T, String> key,
      Function<T, ObjectNode> entry) {
    Pager<T> pager = new Pager<>(member, key, entry);
    return RequestMethod.now((params, client) -> pager.page(all.apply(client.session()), params));
  }

  static String uri(Params params) {
    return params.text("uri", "the address of a resource");
  }

  static String promptName(Params params) {
    return params.text("name", "the name of a prompt");
  }

  static Map<String, String> promptArguments(Params params) {
    return params.texts("arguments", "the arguments of the prompt by name");
  }

  private static CompletionRequest completion(Params params, Session session) {
    Params ref = params.object("ref", "the prompt or the resource template");
    String type = ref.text("type", "\"ref/prompt\" or \"ref/resource\"");
    Kind kind =
        switch (type) {
          case "ref/prompt" -> Kind.PROMPT;
          case "ref/resource" -> Kind.RESOURCE;
          default ->
              throw new InvalidArgumentsException(
                  "\"ref.type\" must be \"ref/prompt\" or \"ref/resource\"");
        };
    String target =
        kind == Kind.PROMPT
            ? ref.text("name", "the name of a prompt")
            : ref.text("uri", "the template of a resource");
    Params argument = params.object("argument", "what is written, by its \"name\"");
    // Clients before 2025-06-18 do not know it.
    Map<String, String> context =
        params
            .optionalObject("context", "the \"arguments\" that are known already")
            .map(known -> known.texts("arguments", "the arguments that are known already"))
            .orElse(Map.of());
    return new CompletionRequest(
        session,
        kind,
        target,
        argument.text("name", "the name of the argument or variable"),
        argument.text("value", "what is written so far, may be empty"),
        context);
  }
}
