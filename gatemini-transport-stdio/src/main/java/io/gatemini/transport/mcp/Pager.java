package io.gatemini.transport.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a list into pages. A cursor names the last entry that was shown, so that entries that come
 * and go between two pages are neither skipped nor shown twice; where that entry itself has gone,
 * the list goes on at its place. Immutable.
 *
 * @param <T> an entry
 */
final class Pager<T> {
  /** How many entries a page has at most. */
  static final int PAGE_SIZE = 100;

  private static final Pattern CURSOR = Pattern.compile("(\\w+):(\\d{1,9}):(.*)", Pattern.DOTALL);

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
    int start =
        params
            .optionalText("cursor", "what the page before gave as \"nextCursor\"")
            .map(cursor -> start(all, cursor))
            .orElse(0);
    int end = Math.min(all.size(), start + PAGE_SIZE);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode entries = result.putArray(list);
    all.subList(start, end).forEach(one -> entries.add(entry.apply(one)));
    if (end < all.size()) {
      result.put("nextCursor", cursor(end - 1, key.apply(all.get(end - 1))));
    }
    return result;
  }

  private String cursor(int index, String last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((list + ':' + index + ':' + last).getBytes(StandardCharsets.UTF_8));
  }

  private int start(List<T> all, String cursor) {
    Matcher parts = CURSOR.matcher(decoded(cursor));
    if (!parts.matches() || !parts.group(1).equals(list)) {
      throw unknown();
    }
    int index = Integer.parseInt(parts.group(2));
    String last = parts.group(3);
    if (index < all.size() && key.apply(all.get(index)).equals(last)) {
      return index + 1;
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      if (key.apply(all.get(i)).equals(last)) {
        return i + 1;
      }
    }
    return Math.min(index, all.size());
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
