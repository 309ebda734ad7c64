package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Savings;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.PerGeneration;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.TokenEstimator;
import java.util.IdentityHashMap;

/**
 * The cost of a list of tools for its reader: the name, description and input schema of each tool,
 * as JSON. Thread-safe; a tool is measured once, the sum is made once a generation, when it is
 * first asked for.
 */
public final class ListedTools {
  private final TokenEstimator tokens;
  private final PerGeneration<Cost> costs = new PerGeneration<>(this::sum);

  /** By identity: the catalog keeps the tools that have not changed. Guarded by {@link #costs}. */
  private IdentityHashMap<ToolDescriptor, Entry> entries = new IdentityHashMap<>();

  public ListedTools(TokenEstimator tokens) {
    this.tokens = tokens;
  }

  /** A tool as a list has it. */
  public static String entry(String name, String description, JsonNode inputSchema) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("description", description)
        .set("inputSchema", inputSchema)
        .toString();
  }

  /** The cost of all tools under the names that their backends gave them. */
  Cost cost(CatalogSnapshot catalog) {
    return costs.of(catalog);
  }

  private Cost sum(CatalogSnapshot catalog) {
    IdentityHashMap<ToolDescriptor, Entry> now = new IdentityHashMap<>();
    long bytes = 0;
    long estimated = 0;
    for (ToolDescriptor tool : catalog.tools()) {
      Entry before = entries.get(tool);
      Entry entry = before == null ? measured(tool) : before;
      now.put(tool, entry);
      bytes += entry.bytes;
      estimated += entry.tokens;
    }
    entries = now;
    return new Cost(bytes, estimated);
  }

  private Entry measured(ToolDescriptor tool) {
    String entry = entry(tool.originalName(), tool.description(), tool.inputSchema());
    return new Entry(Utf8Size.of(entry), tokens.estimate(entry));
  }

  private record Entry(long bytes, long tokens) {}

  /**
   * A cost.
   *
   * @param tokens an estimate
   */
  record Cost(long bytes, long tokens) {
    /** Tokens of other JSON, with as many bytes a token. */
    long tokensOf(long otherBytes) {
      return bytes == 0 || tokens == 0
          ? otherBytes / Savings.BYTES_PER_TOKEN
          : Math.round((double) otherBytes * tokens / bytes);
    }
  }
}
