package io.gatemini.mcp.server;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import java.util.Map;

/** {@code completion/complete}: what a value that somebody is writing can become. */
record CompletionMethod(Surface surface) {
  RequestMethod<?> complete() {
    return new RequestMethod<>(
        (params, client) -> surface.complete(request(params, client.session())),
        SurfaceJson::completeResult);
  }

  private static CompletionRequest request(Params params, Session session) {
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
