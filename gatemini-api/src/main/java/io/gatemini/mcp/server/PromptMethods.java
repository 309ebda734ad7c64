package io.gatemini.mcp.server;

import io.gatemini.Surface;
import io.gatemini.content.Prompt;
import io.gatemini.internal.peer.SurfaceJson;
import java.util.Map;

/** Lists the prompts of the surface and gets them. */
record PromptMethods(Surface surface) {
  RequestMethod<?> list() {
    Pager<Prompt> pager = new Pager<>("prompts", Prompt::name, SurfaceJson::prompt);
    return RequestMethod.now(
        (params, client) -> pager.page(surface.prompts(client.session()), params));
  }

  RequestMethod<?> get() {
    return new RequestMethod<>(
        (params, client) -> surface.prompt(client.session(), name(params), arguments(params)),
        SurfaceJson::getPromptResult);
  }

  static String name(Params params) {
    return params.text("name", "the name of a prompt");
  }

  static Map<String, String> arguments(Params params) {
    return params.texts("arguments", "the arguments of the prompt by name");
  }
}
