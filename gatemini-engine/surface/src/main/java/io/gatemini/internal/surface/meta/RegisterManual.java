package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.settings.TemplateFormat;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** {@code register_manual}: adds a backend at run time. */
record RegisterManual(Gateway gateway, Transports transports) implements MetaTool {
  static final String NAME = "register_manual";

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(
          RegisterManual.class, NAME, ToolAnnotations.of(false, false, false, true));

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"manual_call_template\": {\"name\": \"notes\", \"url\": \"https://example.com/mcp\"}}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    ManualTemplate template =
        ManualTemplate.read(
            arguments.object("manual_call_template"),
            transports,
            what -> Arguments.refuse(this, what));
    return ResultFuture.of(
        gateway.registerAsync(template.name(), template.config(), call.context().session()),
        status -> registered(status, template));
  }

  private static ToolResult registered(BackendStatus status, ManualTemplate template) {
    ObjectNode structured =
        JsonNodeFactory.instance
            .objectNode()
            .put("backend", status.name())
            .put("tools", status.toolCount());
    String text =
        "backend \""
            + status.name()
            + "\" is registered with "
            + status.toolCount()
            + (status.toolCount() == 1 ? " tool" : " tools")
            + "; search_tools finds them"
            + (template.ignored().isEmpty()
                ? ""
                : " (ignored: " + String.join(", ", template.ignored()) + ")");
    return ToolResult.structured(text, structured);
  }

  /**
   * The registration of an agent: a name, and a backend by the rules of {@link TemplateFormat}.
   *
   * @param name the backend's name
   * @param config how to reach it
   * @param ignored fields that say nothing about a backend of this kind
   */
  private record ManualTemplate(String name, BackendConfig config, List<String> ignored) {
    /**
     * Reads a template.
     *
     * @param transports whose keys it may have
     * @param refuse turns what is wrong into the exception to throw
     */
    static ManualTemplate read(
        JsonNode template, Transports transports, Function<String, RuntimeException> refuse) {
      JsonNode name = template.path("name");
      if (!name.isTextual()) {
        throw refuse.apply(
            name.isMissingNode() || name.isNull()
                ? "manual_call_template needs a \"name\", a string"
                : "\"name\" must be a string, such as \"my-server\", not " + Arguments.shown(name));
      }
      if (!BackendNames.isPlain(name.textValue())) {
        throw refuse.apply(
            "\"name\" must be 1 to 64 letters, digits, '-' and '_', beginning with a letter or"
                + " digit, such as \"my-server\" or \"github\", not "
                + Arguments.shown(name));
      }
      try {
        TemplateFormat read = TemplateFormat.read(template, transports);
        List<String> ignored =
            read.ignored().stream().map(field -> VisibleText.line(field, 40)).limit(20).toList();
        return new ManualTemplate(name.textValue(), read.config(), ignored);
      } catch (ConfigException e) {
        throw refuse.apply(String.valueOf(e.getMessage()));
      }
    }
  }
}
