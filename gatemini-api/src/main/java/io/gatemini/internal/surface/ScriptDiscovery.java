package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.ToolInfo;
import io.gatemini.internal.text.VisibleJson;
import java.util.List;
import java.util.Optional;

/** The answers to programs that search and look: the rows that agents get. Stateless. */
public final class ScriptDiscovery {
  /** Before a name that is a backend's, also where a tool has the same. */
  private static final String BACKEND = "gatemini://backend/";

  private ScriptDiscovery() {}

  /** Brief rows, as {@code search_tools} answers with them. */
  public static RawJson rows(List<SearchHit> hits) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    hits.forEach(hit -> rows.add(SearchTools.briefRow(hit)));
    return RawJson.of(rows);
  }

  /**
   * Full information, as {@code tool_info} answers with it.
   *
   * @param name a tool's, or {@value #BACKEND} and a backend's
   */
  public static RawJson info(Gateway gateway, String name) {
    Optional<ObjectNode> backend =
        name.startsWith(BACKEND)
            ? BackendInfo.of(gateway, name.substring(BACKEND.length()))
            : Optional.empty();
    return RawJson.of(backend.orElseGet(() -> full(gateway.tool(name))));
  }

  private static ObjectNode full(ToolInfo info) {
    // A program may return it to its model as it is.
    return VisibleJson.object(InspectTool.full(info)).put("typescript", info.typescript());
  }
}
