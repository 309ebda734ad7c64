package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;

/**
 * The members of {@code _meta} for hosts that show a model no tools before it has searched them:
 * Claude Code always loads a tool that says so, and finds others by the words of a hint beside
 * those of name and description. Hosts that do not know the members pass them over. Stateless.
 */
public record HostHints(PluginContext context) {
  /** Claude Code takes no more. */
  private static final int MAX_RESULT_CHARACTERS = 500_000;

  private static final String KEY = "host_hints";

  /** Whether a host is to load the tool before a model asks for it. */
  public static final String ALWAYS_LOAD = "anthropic/alwaysLoad";

  /** The key that switches them off, in the settings of a surface. */
  public static OptionKey<Boolean> addTo(OptionTable keys) {
    return keys.add(
        KEY,
        OptionType.bool(),
        true,
        "Whether hosts that search tools themselves are asked to load those that find and run.");
  }

  /** Whether a surface gives hints. */
  public static boolean areOn(PluginContext context, String surface) {
    return context.config(surface).path(KEY).asBoolean(true);
  }

  /** The hints on a tool that an agent begins with, or runs all others by. */
  JsonNode of(CatalogSnapshot catalog, GatewaySettings settings) {
    if (!areOn(context, settings.surface())) {
      return MissingNode.getInstance();
    }
    ObjectNode hints = JsonNodeFactory.instance.objectNode().put(ALWAYS_LOAD, true);
    context.plugins(RetrieverProvider.class).stream()
        .map(retriever -> words(retriever, catalog))
        .filter(words -> !words.isEmpty())
        .findFirst()
        .ifPresent(words -> hints.put("anthropic/searchHint", words));
    int most = Math.min(settings.output().maxOutputSize(), MAX_RESULT_CHARACTERS);
    return hints.put("anthropic/maxResultSizeChars", most);
  }

  /** A tool with these hints. */
  static SurfaceTool on(SurfaceTool tool, JsonNode hints) {
    return new SurfaceTool(
        tool.name(),
        tool.title(),
        tool.description(),
        tool.inputSchema(),
        tool.outputSchema(),
        tool.annotations(),
        hints);
  }

  private String words(RetrieverProvider retriever, CatalogSnapshot catalog) {
    return Guarded.valueOr(() -> retriever.words(catalog, context.textAnalyzer()), problem -> "");
  }
}
