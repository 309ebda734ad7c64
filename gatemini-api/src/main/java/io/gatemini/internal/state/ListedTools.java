package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Savings;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.TokenEstimator;
import org.jspecify.annotations.Nullable;

/**
 * What a list of tools costs whoever reads it: of each tool the name, the description and the input
 * schema, as JSON. Thread-safe; measured once a generation, when it is first asked for.
 */
public final class ListedTools {
  private final TokenEstimator tokens;
  private volatile @Nullable Cost known;

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

  /** What the tools of all backends cost under the names that their backends gave them. */
  Cost cost(CatalogSnapshot catalog) {
    Cost cost = known;
    if (cost == null || cost.generation != catalog.generation()) {
      long bytes = 0;
      long estimated = 0;
      for (ToolDefinition tool : catalog.tools()) {
        String entry = entry(tool.originalName(), tool.description(), tool.inputSchema());
        bytes += Utf8Size.of(entry);
        estimated += tokens.estimate(entry);
      }
      cost = new Cost(catalog.generation(), bytes, estimated);
      known = cost;
    }
    return cost;
  }

  /**
   * A cost.
   *
   * @param tokens an estimate
   */
  record Cost(long generation, long bytes, long tokens) {
    /** Tokens of other JSON, with as many bytes a token. */
    long tokensOf(long otherBytes) {
      return bytes == 0 || tokens == 0
          ? otherBytes / Savings.BYTES_PER_TOKEN
          : Math.round((double) otherBytes * tokens / bytes);
    }
  }
}
