package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.ToolInfo;
import java.util.List;

/** The answers to programs that search and look: the rows that agents get. Stateless. */
public final class ScriptDiscovery {
  private ScriptDiscovery() {}

  /** Brief rows, as {@code search_tools} answers with them. */
  public static RawJson rows(List<SearchHit> hits) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    hits.forEach(hit -> rows.add(SearchTools.briefRow(hit)));
    return RawJson.of(rows);
  }

  /** Full information, as {@code tool_info} answers with it. */
  public static RawJson info(ToolInfo info) {
    return RawJson.of(InspectTool.full(info).put("typescript", info.typescript()));
  }
}
