package io.gatemini.internal.surface.listing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.surface.listing.ToolGroups.Group;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * All tools of one generation of a catalog, whole, in parts of bounded size. Kept are only the
 * places where parts begin; a part is written when it is asked for. A tool is in one part, unless
 * it alone is larger than one: then it has parts of its own. Immutable.
 */
final class ToolParts {
  /** What the words around the tools of a part may have, in UTF-8 bytes. */
  static final int FRAME_BYTES = 4 << 10;

  private final List<Part> parts;

  private ToolParts(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Divides the tools of a snapshot.
   *
   * @param sizes those of {@link #bytes}, kept for the next generation
   * @param maxBytes the most that a part has in UTF-8, with its frame
   */
  static ToolParts of(CatalogSnapshot snapshot, PerToolCache<Long> sizes, int maxBytes) {
    Layout layout = new Layout(maxBytes - FRAME_BYTES);
    for (Group group : ToolGroups.of(snapshot)) {
      StringBuilder heading = new StringBuilder();
      LlmsGuide.heading(heading, group);
      layout.group(Utf8Size.of(heading.toString()));
      for (ToolDescriptor tool : group.tools()) {
        layout.tool(tool, sizes.of(tool));
      }
    }
    sizes.forget(snapshot);
    return new ToolParts(layout.end());
  }

  /** What a tool has in UTF-8 bytes once it is written. */
  static long bytes(ToolDescriptor tool) {
    return Utf8Size.of(entry(tool));
  }

  /** How many parts there are, at least one. */
  int count() {
    return parts.size();
  }

  /** How many tools are begun before a part. */
  int toolsBefore(int part) {
    return parts.get(part).first();
  }

  /** How many tools have begun when a part ends. */
  int toolsAfter(int part) {
    return parts.get(part).end();
  }

  /**
   * Appends the tools of a part.
   *
   * @param part from 0
   * @param groups those of the snapshot that was divided
   */
  void append(StringBuilder text, int part, List<Group> groups) {
    Part wanted = parts.get(part);
    int i = 0;
    for (Group group : groups) {
      int from = Math.max(0, wanted.first() - i);
      int to = Math.min(group.tools().size(), wanted.end() - i);
      if (from < to) {
        text.append('\n');
        LlmsGuide.heading(text, group);
        for (ToolDescriptor tool : group.tools().subList(from, to)) {
          append(text, wanted, tool);
        }
      }
      i += group.tools().size();
    }
  }

  private static void append(StringBuilder text, Part part, ToolDescriptor tool) {
    if (part.pieces() == 1) {
      entry(text, tool);
      return;
    }
    text.append("\nThis tool alone is larger than a part. Piece ")
        .append(part.piece() + 1)
        .append(" of ")
        .append(part.pieces())
        .append(" of its text, as it is between the fences:\n\n");
    text.append(Markdown.fenced("text", entry(tool).substring(part.from(), part.to())));
  }

  private static String entry(ToolDescriptor tool) {
    StringBuilder text = new StringBuilder();
    entry(text, tool);
    return text.toString();
  }

  private static void entry(StringBuilder text, ToolDescriptor tool) {
    text.append("\n### ").append(Markdown.name(tool.key())).append('\n');
    String description = VisibleText.of(tool.description()).strip();
    if (!description.isEmpty()) {
      text.append(Markdown.fenced("text", description));
    }
    text.append(Markdown.fenced("json", VisibleText.escaped(tool.inputSchema().toString())));
  }

  /**
   * @param first the number of its first tool among all
   * @param end the number of the tool behind its last
   * @param piece of the one tool, from 0, where that is in pieces
   * @param pieces one, where tools are whole
   * @param from where the piece begins in the text of the tool
   * @param to where it ends
   */
  private record Part(int first, int end, int piece, int pieces, int from, int to) {
    static Part ofTools(int first, int end) {
      return new Part(first, end, 0, 1, 0, 0);
    }
  }

  private static final class Layout {
    private final List<Part> parts = new ArrayList<>();
    private final int room;
    private long heading;
    private boolean headed;
    private long used;
    private int first;
    private int next;

    Layout(int room) {
      this.room = room;
    }

    void group(long headingBytes) {
      heading = headingBytes + 1;
      headed = false;
    }

    void tool(ToolDescriptor tool, long bytes) {
      if (used + (headed ? 0 : heading) + bytes > room) {
        close();
      }
      if (heading + bytes > room) {
        pieces(entry(tool));
        return;
      }
      used += (headed ? 0 : heading) + bytes;
      headed = true;
      next++;
    }

    private void pieces(String entry) {
      // The fence around a piece is longer than any in it, which may be all it has.
      int pieceRoom = (int) Math.max(4, (room - heading) / 4);
      List<Integer> ends = new ArrayList<>();
      int from = 0;
      while (from < entry.length()) {
        from = end(entry, from, pieceRoom);
        ends.add(from);
      }
      for (int i = 0; i < ends.size(); i++) {
        int begin = i == 0 ? 0 : ends.get(i - 1);
        parts.add(new Part(next, next + 1, i, ends.size(), begin, ends.get(i)));
      }
      next++;
      first = next;
    }

    private static int end(String text, int from, int maxBytes) {
      int bytes = 0;
      int end = from;
      while (end < text.length()) {
        int codePoint = text.codePointAt(end);
        bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
        if (bytes > maxBytes) {
          return end;
        }
        end += Character.charCount(codePoint);
      }
      return end;
    }

    private void close() {
      if (next > first) {
        parts.add(Part.ofTools(first, next));
      }
      first = next;
      used = 0;
      headed = false;
    }

    List<Part> end() {
      close();
      if (parts.isEmpty()) {
        parts.add(Part.ofTools(0, 0));
      }
      return parts;
    }
  }
}
