package io.gatemini.transport.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a list into pages. Lists change between two pages; their order does not. What was there all
 * the while is on some page, whatever else comes and goes: a cursor remembers the last entries that
 * were shown and some further back, and the next page begins after the nearest of them that is
 * still there, or at the front where none is. Nothing is shown twice unless the last {@value #NEAR}
 * entries that were shown have all gone. Immutable.
 *
 * <p>A list that is another one each time would never end that way: after {@value #MAX_SETBACKS}
 * such losses a client is taken onward by position.
 *
 * @param <T> an entry
 */
final class Pager<T> {
  /** How many entries a page has at most. */
  static final int PAGE_SIZE = 100;

  /** How many of the last entries a cursor remembers; further back, ever fewer. */
  private static final int NEAR = 16;

  /** As many as there can be: beyond the near ones, one at each doubling of the distance. */
  private static final int MAX_REMEMBERED = NEAR + Integer.SIZE;

  /** How often a client may lose all the near ones before a list counts as one without an end. */
  private static final int MAX_SETBACKS = 16;

  private static final Pattern CURSOR = Pattern.compile("(\\w+):(\\d{1,9}):(\\d{1,9}):([^:]*)");

  private final String list;
  private final Function<T, String> key;
  private final Function<T, ObjectNode> entry;

  /**
   * @param list the member of the answer that holds the entries
   * @param key what tells an entry from all others
   * @param entry what the client sees
   */
  Pager(String list, Function<T, String> key, Function<T, ObjectNode> entry) {
    this.list = list;
    this.key = key;
    this.entry = entry;
  }

  /** The page that the parameters ask for. */
  ObjectNode page(List<T> all, Params params) {
    Cursor cursor =
        params
            .optionalText("cursor", "what the page before gave as \"nextCursor\"")
            .map(this::read)
            .orElse(Cursor.FIRST);
    Start start = start(all, cursor);
    int end = Math.min(all.size(), start.at() + PAGE_SIZE);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode entries = result.putArray(list);
    all.subList(start.at(), end).forEach(one -> entries.add(entry.apply(one)));
    if (end < all.size()) {
      result.put("nextCursor", write(all, end, start.setbacks()));
    }
    return result;
  }

  /**
   * Where a client stands.
   *
   * @param setbacks how often it has lost all the near ones
   * @param end how many entries there were up to the last that was shown
   * @param remembered fingerprints of entries up to that one, the last first
   */
  private record Cursor(int setbacks, int end, List<Long> remembered) {
    static final Cursor FIRST = new Cursor(0, 0, List.of());
  }

  /** Where a page begins, and how many setbacks there were before. */
  private record Start(int at, int setbacks) {}

  private Start start(List<T> all, Cursor cursor) {
    int end = Math.min(cursor.end(), all.size());
    List<Long> remembered = cursor.remembered();
    if (remembered.isEmpty() || (end > 0 && fingerprint(all.get(end - 1)) == remembered.get(0))) {
      return new Start(end, cursor.setbacks());
    }
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      // Two sources may list the same: after the first of them nothing is left out.
      places.putIfAbsent(fingerprint(all.get(i)), i);
    }
    int at = 0;
    for (int i = 0; i < remembered.size() && at == 0; i++) {
      Integer place = places.get(remembered.get(i));
      if (place != null) {
        at = place + 1;
        if (i < NEAR) {
          return new Start(at, cursor.setbacks());
        }
      }
    }
    boolean endless = cursor.setbacks() >= MAX_SETBACKS;
    return new Start(
        endless ? Math.max(at, end) : at, Math.min(MAX_SETBACKS, cursor.setbacks() + 1));
  }

  /** FNV-1a over the characters, 64 bits: two of a million entries are the same once in 10^7. */
  private long fingerprint(T entry) {
    String text = key.apply(entry);
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  private String write(List<T> all, int end, int setbacks) {
    StringBuilder text = new StringBuilder(list);
    text.append(':').append(setbacks).append(':').append(end).append(':');
    String before = "";
    for (int back = 1, step = 1; back <= end; back += step) {
      text.append(before).append(Long.toHexString(fingerprint(all.get(end - back))));
      before = ",";
      step = back < NEAR ? 1 : back;
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Cursor read(String cursor) {
    Matcher parts = CURSOR.matcher(decoded(cursor));
    if (!parts.matches() || !parts.group(1).equals(list)) {
      throw unknown();
    }
    try {
      List<Long> remembered =
          Pattern.compile(",")
              .splitAsStream(parts.group(4))
              .limit(MAX_REMEMBERED)
              .map(entry -> Long.parseUnsignedLong(entry, 16))
              .toList();
      return new Cursor(
          Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)), remembered);
    } catch (NumberFormatException e) {
      throw unknown();
    }
  }

  private static String decoded(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unknown();
    }
  }

  private static InvalidArgumentsException unknown() {
    return new InvalidArgumentsException(
        "\"cursor\" is none that this server gave for this list; leave it out for the first page");
  }
}
