package io.gatemini.internal.answer.json;

import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonSlice;
import io.gatemini.internal.text.Utf8Size;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A text that shows as many chunks in full as fit, and lists the place, size and label of the
 * others. In the order of the chunks; never larger than its bound.
 *
 * <p>A line that begins with {@code ==} names a chunk, the line behind it is the chunk: JSON is
 * written without line breaks here. Where there is no room for a line for each chunk that is not
 * shown, neighbours share one.
 */
final class ChunkListing {
  private static final String MARK = "== ";
  private static final String NOT_SHOWN = " not shown";

  private static final int SMALL_BYTES = 100;

  /** Chunks in full leave at least this share to the lines of the others. */
  private static final int LINES_SHARE = 4;

  private final CondensedJson json;
  private final List<JsonChunk> chunks;
  private final int maxBytes;
  private final String remark;

  /** Running sums of the sizes that a path to a chunk would return. */
  private final long[] sizesBefore;

  /** Chunks not shown, as runs of neighbours: the first of each by its last. */
  private final TreeMap<Integer, Integer> hidden = new TreeMap<>();

  private long used;

  private ChunkListing(CondensedJson json, List<JsonChunk> chunks, int maxBytes, String remark) {
    this.json = json;
    this.chunks = chunks;
    this.maxBytes = maxBytes;
    this.remark = remark;
    sizesBefore = new long[chunks.size() + 1];
    for (int i = 0; i < chunks.size(); i++) {
      JsonSlice slice = chunks.get(i).slice();
      sizesBefore[i + 1] = sizesBefore[i] + slice.end(json.outline()) - slice.start(json.outline());
    }
    hidden.put(0, chunks.size() - 1);
    used = bytes(header(chunks.size())) + groupBytes(0, chunks.size() - 1);
  }

  /**
   * The text and how many chunks it shows.
   *
   * @param text the whole text
   * @param shown how many chunks it shows in full
   */
  record Shown(String text, int shown) {}

  /**
   * Shows chunks in an order of preference.
   *
   * @param remark what the reader must know of the labels; may be empty
   * @return empty where not one fits
   */
  static Optional<Shown> of(
      CondensedJson json, List<JsonChunk> chunks, int[] preferred, int maxBytes, String remark) {
    ChunkListing listing = new ChunkListing(json, chunks, maxBytes, remark);
    int shown = listing.show(preferred);
    return shown == 0 ? Optional.empty() : Optional.of(new Shown(listing.text(shown), shown));
  }

  private int show(int[] preferred) {
    long lines = 0;
    for (int i = 0; i < chunks.size(); i++) {
      lines += bytes(line(i));
    }
    long room = maxBytes - Math.min(lines, maxBytes / LINES_SHARE);
    int shown = 0;
    for (int chunk : preferred) {
      Map.Entry<Integer, Integer> run = hidden.floorEntry(chunk);
      int first = run.getKey();
      int last = run.getValue();
      long more =
          shownBytes(chunk)
              + groupBytes(first, chunk - 1)
              + groupBytes(chunk + 1, last)
              - groupBytes(first, last);
      if (used + more <= room) {
        used += more;
        shown++;
        hidden.remove(first);
        putRun(first, chunk - 1);
        putRun(chunk + 1, last);
      }
    }
    return shown;
  }

  private void putRun(int first, int last) {
    if (first <= last) {
      hidden.put(first, last);
    }
  }

  private String text(int shown) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(header(shown), out);
    int at = 0;
    for (Map.Entry<Integer, Integer> run : hidden.entrySet()) {
      writeShown(at, run.getKey(), out);
      writeLines(run.getKey(), run.getValue(), out);
      at = run.getValue() + 1;
    }
    writeShown(at, chunks.size(), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private void writeShown(int from, int to, ByteArrayOutputStream out) {
    for (int i = from; i < to; i++) {
      JsonChunk chunk = chunks.get(i);
      write(shownLine(i), out);
      chunk
          .rest()
          .ifPresentOrElse(
              rest -> out.writeBytes(rest.toByteArray()), () -> json.write(chunk.slice(), out));
      out.write('\n');
    }
  }

  /** Gives the first chunks of a run lines of their own while there is room. */
  private void writeLines(int first, int last, ByteArrayOutputStream out) {
    int at = first;
    while (at <= last) {
      long more = bytes(line(at)) + groupBytes(at + 1, last) - groupBytes(at, last);
      if (used + more > maxBytes) {
        break;
      }
      used += more;
      write(line(at), out);
      at++;
    }
    if (at <= last) {
      write(group(at, last), out);
    }
  }

  private String header(int shown) {
    return "[JSON of %s in %s chunks, %s in full%s]\n"
        .formatted(kilobytes(0, chunks.size() - 1), chunks.size(), shown, remark);
  }

  private String shownLine(int index) {
    JsonChunk chunk = chunks.get(index);
    return MARK
        + chunk.label()
        + " ("
        + kilobytes(index, index)
        + (chunk.rest().isPresent() ? ", what these items are called" : "")
        + ")\n";
  }

  private String line(int index) {
    String identity = chunks.get(index).identity();
    return MARK
        + chunks.get(index).label()
        + " ("
        + kilobytes(index, index)
        + (identity.isEmpty() ? "" : "; " + identity)
        + ")"
        + NOT_SHOWN
        + "\n";
  }

  /** One line for neighbours; without the identity a line of one is no longer than that of two. */
  private String group(int first, int last) {
    String label =
        first == last
            ? chunks.get(first).label() + " ("
            : chunks.get(first).label()
                + " to "
                + chunks.get(last).label()
                + " ("
                + (last - first + 1)
                + " chunks, ";
    return MARK + label + kilobytes(first, last) + ")" + NOT_SHOWN + "\n";
  }

  private long groupBytes(int first, int last) {
    return first > last ? 0 : bytes(group(first, last));
  }

  private long shownBytes(int index) {
    JsonChunk chunk = chunks.get(index);
    long content = chunk.rest().map(RawJson::length).orElseGet(() -> json.size(chunk.slice()));
    return bytes(shownLine(index)) + content + 1;
  }

  private String kilobytes(int first, int last) {
    long bytes = sizesBefore[last + 1] - sizesBefore[first];
    if (bytes < SMALL_BYTES) {
      return bytes + " bytes";
    }
    long tenths = (bytes * 10 + 512) / 1024;
    return tenths / 10 + "." + tenths % 10 + "KB";
  }

  private static long bytes(String text) {
    return Utf8Size.of(text);
  }

  private static void write(String text, ByteArrayOutputStream out) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
