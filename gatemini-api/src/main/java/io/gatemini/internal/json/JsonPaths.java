package io.gatemini.internal.json;

import io.gatemini.RawJson;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Names of places in a JSON text, in two forms: JSON Pointers (RFC 6901: {@code /results/items/0})
 * and labels ({@code results > items > [0-4]}).
 *
 * <p>A label has a segment for each level: a member's name, {@code [3]} for an item, {@code [0-4]}
 * for items of an array, <code>{3}</code> and <code>{0-4}</code> for members of an object by their
 * place. A range is the last segment. A name that could be read as anything else is written as a
 * JSON string. A path that begins with a slash, or is empty, is a pointer.
 */
public final class JsonPaths {
  public static final String SEPARATOR = " > ";

  private JsonPaths() {}

  /** The value at a pointer or a label; empty where the text has no such place. */
  public static Optional<JsonSlice> find(JsonOutline outline, String path) {
    return path.isEmpty() || path.startsWith("/")
        ? pointed(outline, path)
        : new Label(outline, path.strip()).find();
  }

  /** The label of a place within another; the whole text has the empty label. */
  public static String within(String label, String segment) {
    return label.isEmpty() ? segment : label + SEPARATOR + segment;
  }

  /** The segment of a member's name. */
  public static String name(String name) {
    return isPlain(name) ? name : JsonText.quoted(name);
  }

  /** The segment of items of an array, both ends included. */
  public static String items(int from, int to) {
    return from == to ? "[" + from + "]" : "[" + from + "-" + to + "]";
  }

  /** The segment of members of an object by their place, both ends included. */
  public static String members(int from, int to) {
    return from == to ? "{" + from + "}" : "{" + from + "-" + to + "}";
  }

  /** A name as a token of a JSON Pointer, with the slash before it. */
  public static String token(String name) {
    return "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** The label of what a JSON Pointer points to; its numbers are those of items. */
  public static String label(String pointer) {
    String label = "";
    for (String token : pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
      int index = index(token);
      String segment =
          index < 0 ? name(token.replace("~1", "/").replace("~0", "~")) : items(index, index);
      label = within(label, segment);
    }
    return label;
  }

  private static boolean isPlain(String name) {
    if (name.isEmpty() || !name.strip().equals(name) || "\"[{/".indexOf(name.charAt(0)) >= 0) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '>' || Character.isISOControl(c)) {
        return false;
      }
    }
    return JsonText.isWellFormed(name);
  }

  private static Optional<JsonSlice> pointed(JsonOutline outline, String pointer) {
    int value = JsonOutline.ROOT;
    int at = 0;
    while (at < pointer.length() && value != JsonOutline.NONE) {
      int end = pointer.indexOf('/', at + 1);
      end = end < 0 ? pointer.length() : end;
      String token = pointer.substring(at + 1, end);
      value =
          outline.isArray(value)
              ? item(outline, value, index(token))
              : outline.isObject(value)
                  ? outline.member(value, token.replace("~1", "/").replace("~0", "~"))
                  : JsonOutline.NONE;
      at = end;
    }
    return value == JsonOutline.NONE ? Optional.empty() : Optional.of(JsonSlice.whole(value));
  }

  /** A number as paths write them; -1 for what is none. */
  private static int index(String digits) {
    boolean isIndex =
        !digits.isEmpty()
            && digits.length() <= 9
            && (digits.length() == 1 || digits.charAt(0) != '0')
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isIndex ? Integer.parseInt(digits) : -1;
  }

  private static int item(JsonOutline outline, int container, int index) {
    int child = index < 0 ? JsonOutline.NONE : outline.firstChild(container);
    for (int i = 0; i < index && child != JsonOutline.NONE; i++) {
      child = outline.nextSibling(child, container);
    }
    return child;
  }

  /** Reads a label from front to back. */
  private static final class Label {
    private final JsonOutline outline;
    private final String text;
    private int at;

    Label(JsonOutline outline, String text) {
      this.outline = outline;
      this.text = text;
    }

    Optional<JsonSlice> find() {
      int value = JsonOutline.ROOT;
      while (true) {
        int begin = at;
        String segment = segment();
        boolean isLast = at == text.length();
        at++;
        char first = segment.isEmpty() ? ' ' : segment.charAt(0);
        if (first == '[' || first == '{') {
          boolean fits = first == '[' ? outline.isArray(value) : outline.isObject(value);
          Optional<JsonSlice> slice = fits ? places(value, segment) : Optional.empty();
          if (isLast || slice.isEmpty() || slice.get().isRange()) {
            return isLast ? slice : Optional.empty();
          }
          value = slice.get().value();
        } else {
          Optional<String> name =
              text.startsWith("\"", begin) ? quoted(segment) : Optional.of(segment);
          value =
              name.isPresent() && outline.isObject(value)
                  ? outline.member(value, name.get())
                  : JsonOutline.NONE;
          if (value == JsonOutline.NONE) {
            return Optional.empty();
          }
          if (isLast) {
            return Optional.of(JsonSlice.whole(value));
          }
        }
        skipSpace();
      }
    }

    /** Up to the separator; a separator inside a quoted name is none. */
    private String segment() {
      int begin = at;
      if (text.startsWith("\"", at)) {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
          at += text.charAt(at) == '\\' ? 2 : 1;
        }
      }
      int end = text.indexOf('>', Math.min(at, text.length()));
      at = end < 0 ? text.length() : end;
      return text.substring(begin, at).strip();
    }

    private void skipSpace() {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }

    private static Optional<String> quoted(String segment) {
      try {
        return Optional.ofNullable(
            RawJson.wrap(segment.getBytes(StandardCharsets.UTF_8)).tree().textValue());
      } catch (UncheckedIOException e) {
        return Optional.empty();
      }
    }

    private Optional<JsonSlice> places(int container, String segment) {
      char close = segment.charAt(0) == '[' ? ']' : '}';
      if (segment.charAt(segment.length() - 1) != close) {
        return Optional.empty();
      }
      String places = segment.substring(1, segment.length() - 1);
      int dash = places.indexOf('-');
      if (dash < 0) {
        int value = item(outline, container, index(places.strip()));
        return value == JsonOutline.NONE ? Optional.empty() : Optional.of(JsonSlice.whole(value));
      }
      return JsonSlice.range(
          outline,
          container,
          index(places.substring(0, dash).strip()),
          index(places.substring(dash + 1).strip()));
    }
  }
}
