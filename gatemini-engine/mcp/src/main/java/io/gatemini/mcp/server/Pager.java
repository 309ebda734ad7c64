package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.text.ForeignText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Cuts a list into pages. A list of one page keeps its order; a longer one is sorted by key, and a
 * cursor is the last key that was shown. So whatever comes and goes between two pages, an entry
 * that was there all the while is shown, and none is shown twice. Immutable.
 *
 * @param <T> an entry
 */
final class Pager<T> {
  /** How many entries a page has at most. */
  static final int PAGE_SIZE = 100;

  private final String list;
  private final Function<T, String> key;
  private final Function<T, ObjectNode> entry;

  /**
   * @param list the member of the answer that holds the entries
   * @param key the key that identifies an entry
   * @param entry what the client sees
   */
  Pager(String list, Function<T, String> key, Function<T, ObjectNode> entry) {
    this.list = list;
    this.key = key;
    this.entry = entry;
  }

  /** The page that the parameters ask for. */
  ObjectNode page(List<T> all, Params params) {
    Optional<String> last =
        params
            .optionalText("cursor", "what the page before gave as \"nextCursor\"")
            .map(this::read);
    List<T> due = all;
    if (last.isPresent() || all.size() > PAGE_SIZE) {
      due =
          all.stream()
              .filter(one -> last.isEmpty() || keyOf(one).compareTo(last.get()) > 0)
              .sorted(Comparator.comparing(this::keyOf))
              .toList();
    }
    int end = Math.min(due.size(), PAGE_SIZE);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode entries = result.putArray(list);
    due.subList(0, end).forEach(one -> entries.add(entry.apply(one)));
    if (end < due.size()) {
      result.put("nextCursor", write(keyOf(due.get(end - 1))));
    }
    return result;
  }

  /** A cursor is UTF-8; half a character would come back as another one. */
  private String keyOf(T one) {
    return ForeignText.wellFormed(key.apply(one));
  }

  private String write(String last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((list + ":" + last).getBytes(StandardCharsets.UTF_8));
  }

  private String read(String cursor) {
    String text = decoded(cursor);
    if (!text.startsWith(list + ":")) {
      throw unknown();
    }
    return text.substring(list.length() + 1);
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
