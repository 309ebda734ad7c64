package io.gatemini.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.offer.OfferedDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of the catalog by the names that models call them by, and how they are called.
 * Thread-safe; a specification is made once for each change of the catalog.
 */
final class CatalogTools {
  /** The member of a specification's metadata that has the tool's key. */
  static final String KEY = "io.gatemini/tool";

  /** How many tools that are gone are remembered. */
  private static final int MAX_GONE = 10_000;

  private final Gateway gateway;
  private final Cache<String, Boolean> gone = Caffeine.newBuilder().maximumSize(MAX_GONE).build();
  private volatile Known known = new Known(-1, Map.of());

  CatalogTools(Gateway gateway) {
    this.gateway = gateway;
  }

  Gateway gateway() {
    return gateway;
  }

  /** The tools at this moment, in the order of their keys. */
  Map<String, CatalogTool> byName() {
    CatalogSnapshot catalog = gateway.catalog();
    Known now = known;
    return now.generation == catalog.generation() ? now.byName : renewed(catalog);
  }

  private synchronized Map<String, CatalogTool> renewed(CatalogSnapshot catalog) {
    if (known.generation >= catalog.generation()) {
      return known.byName;
    }
    Map<String, CatalogTool> byName = new LinkedHashMap<>();
    for (ToolDescriptor definition : catalog.tools()) {
      String name = ModelNames.of(definition.key());
      byName.putIfAbsent(name, new CatalogTool(name, definition));
    }
    known.byName.keySet().stream()
        .filter(name -> !byName.containsKey(name))
        .forEach(name -> gone.put(name, true));
    known = new Known(catalog.generation(), byName);
    return byName;
  }

  /** Whether a name was that of a tool, and is none now. */
  boolean isGone(String name) {
    return !byName().containsKey(name) && gone.getIfPresent(name) != null;
  }

  /** An answer to a model that called a tool it was not offered. */
  String unknown(String name) {
    CatalogTool tool = byName().get(name);
    if (tool != null) {
      return "tool \"" + name + "\" is not among the tools of this turn";
    }
    try {
      ToolDescriptor meant = gateway.tool(name).definition();
      return "there is no tool \"" + name + "\"; its name is \"" + ModelNames.of(meant.key()) + '"';
    } catch (UnknownToolException e) {
      return ModelNames.in(String.valueOf(e.getMessage()), gateway.catalog());
    }
  }

  OfferedTool offered(CatalogTool tool) {
    return offered(tool.key(), tool.specification());
  }

  OfferedTool offered(OfferedDefinition tool) {
    return offered(
        tool.key(), specification(tool.key(), tool.name(), tool.description(), tool.schema()));
  }

  private OfferedTool offered(String key, ToolSpecification specification) {
    String name = specification.name();
    return new OfferedTool(
        specification,
        (arguments, context) ->
            CatalogCall.of(gateway, key, CatalogCall.arguments(name, arguments), context));
  }

  private static ToolSpecification specification(
      String key, String name, String description, JsonNode schema) {
    return Specifications.builder(name, description, schema).addMetadata(KEY, key).build();
  }

  /** How the rest of a large answer is read. */
  OfferedTool results(Session session) {
    return MetaToolOffer.offered(gateway.resultTool(session));
  }

  private record Known(long generation, Map<String, CatalogTool> byName) {}

  /** A tool of the catalog under its name for models. */
  static final class CatalogTool {
    private final String name;
    private final ToolDescriptor definition;
    private volatile @Nullable ToolSpecification specification;

    CatalogTool(String name, ToolDescriptor definition) {
      this.name = name;
      this.definition = definition;
    }

    String key() {
      return definition.key();
    }

    ToolSpecification specification() {
      ToolSpecification made = specification;
      if (made == null) {
        made =
            CatalogTools.specification(
                key(), name, definition.description(), definition.inputSchema());
        specification = made;
      }
      return made;
    }
  }
}
