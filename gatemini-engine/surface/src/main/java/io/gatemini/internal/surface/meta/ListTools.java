package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@code list_tools_meta}: the names of all tools, in pages. A cursor holds the last name of its
 * page, so that no name is repeated or skipped when tools come and go between two pages.
 */
final class ListTools implements MetaTool {
  /** Distinguishes a cursor from other text that happens to be base64. */
  private static final String CURSOR_MARK = "after:";

  private static SurfaceTool definition(SurfaceContext surface) {
    return MetaTool.definition(
        "list_tools_meta",
        "List tool names",
        "All tool names; search_tools is cheaper.",
        """
        "properties":{
        "cursor":{"type":"string"},
        "page_size":{"type":"integer","minimum":1,"maximum":500,"default":50},%s}\
        """
            .formatted(MetaTool.compact(surface, "")),
        """
        "properties":{"tools":{"type":"array","items":{"type":"string"}},
        "next_cursor":{"type":["string","null"]},"incomplete":{"type":"string"}},
        "required":["tools","next_cursor"]\
        """,
        MetaTool.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;
  private final SurfaceContext surface;

  ListTools(SurfaceContext surface) {
    this.gateway = surface.gateway();
    this.surface = surface;
    this.definition = definition(surface);
  }

  @Override
  public SurfaceTool definition() {
    return definition;
  }

  @Override
  public String example() {
    return "{\"page_size\": 100}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    List<ToolDescriptor> tools = gateway.catalog().tools();
    int from = start(tools, arguments.optionalString("cursor").orElse(""));
    int to = Math.min(tools.size(), from + arguments.integer("page_size"));

    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode names = structured.putArray("tools");
    tools.subList(from, to).forEach(tool -> names.add(tool.key()));
    structured.put("next_cursor", to < tools.size() ? cursor(tools.get(to - 1).key()) : null);
    String missing = surface.missing();
    if (!missing.isEmpty()) {
      structured.put("incomplete", missing);
    }
    String text =
        arguments.bool("compact")
            ? CompactRows.incomplete(compact(tools.subList(from, to), structured), missing)
            : "{\"tools\":"
                + Rows.of(names)
                + ",\"next_cursor\":"
                + structured.get("next_cursor")
                + (missing.isEmpty() ? "" : ",\"incomplete\":" + structured.get("incomplete"))
                + "}";
    return CompletableFuture.completedFuture(ToolResult.structured(text, structured));
  }

  private static String compact(List<ToolDescriptor> tools, ObjectNode structured) {
    String names = CompactRows.names(tools);
    return structured.get("next_cursor").isNull()
        ? names
        : names + "\nnext_cursor: " + structured.get("next_cursor").textValue();
  }

  private int start(List<ToolDescriptor> tools, String cursor) {
    if (cursor.isEmpty()) {
      return 0;
    }
    String last = lastName(cursor);
    int low = 0;
    int high = tools.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tools.get(middle).key().compareTo(last) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static String cursor(String lastName) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((CURSOR_MARK + lastName).getBytes(StandardCharsets.UTF_8));
  }

  private String lastName(String cursor) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor)))
              .toString();
      if (text.startsWith(CURSOR_MARK)) {
        return text.substring(CURSOR_MARK.length());
      }
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw badCursor();
    }
    throw badCursor();
  }

  private RuntimeException badCursor() {
    return Arguments.refuse(
        this,
        "\"cursor\" is not one that this tool gave; pass next_cursor of the page before, or leave"
            + " it out to begin");
  }
}
