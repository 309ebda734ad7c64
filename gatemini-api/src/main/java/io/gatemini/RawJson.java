package io.gatemini;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.json.JavaMapper;
import io.gatemini.internal.json.JsonProblem;
import io.gatemini.internal.json.JsonValues;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value held as the UTF-8 text it arrived as, as a tree, or as both; each form is made from
 * the other when it is first asked for.
 *
 * <p>A call that is only passed on never pays for a tree. Immutable and thread-safe; the tree that
 * {@link #tree()} returns must not be modified.
 */
public final class RawJson {
  private static final RawJson EMPTY_OBJECT =
      new RawJson("{}".getBytes(StandardCharsets.UTF_8), null);

  private volatile byte @Nullable [] utf8;
  private volatile @Nullable JsonNode tree;

  private RawJson(byte @Nullable [] utf8, @Nullable JsonNode tree) {
    this.utf8 = utf8;
    this.tree = tree;
  }

  /** The value <code>{}</code>. */
  public static RawJson emptyObject() {
    return EMPTY_OBJECT;
  }

  /** Holds a tree, which must not be modified afterwards. */
  public static RawJson of(JsonNode tree) {
    return new RawJson(null, Objects.requireNonNull(tree, "tree"));
  }

  /**
   * Converts any value that Jackson can write: maps, records, collections, strings, numbers, dates
   * and times as ISO-8601 text, {@code Optional}.
   *
   * @throws IllegalArgumentException when it cannot be written
   */
  public static RawJson ofValue(@Nullable Object value) {
    return value instanceof RawJson raw ? raw : of(JavaMapper.get().valueToTree(value));
  }

  /**
   * Copies {@code length} bytes of one well-formed JSON value out of a buffer. The bytes are not
   * checked here; a malformed value shows at the first {@link #tree()}.
   */
  public static RawJson copyOf(byte[] buffer, int offset, int length) {
    return new RawJson(Arrays.copyOfRange(buffer, offset, offset + length), null);
  }

  /**
   * Takes an array of one well-formed JSON value over without copying it; the caller gives it up.
   */
  public static RawJson wrap(byte[] utf8) {
    return new RawJson(Objects.requireNonNull(utf8, "utf8"), null);
  }

  /**
   * Parses one JSON value.
   *
   * @throws IllegalArgumentException when the text is not exactly one JSON value; the message says
   *     where it stops being one
   */
  public static RawJson parse(String text) {
    try {
      JsonNode tree = JsonValues.parse(text);
      if (tree.isMissingNode()) {
        throw new IllegalArgumentException("the text is empty; a JSON value was expected");
      }
      return of(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not valid JSON: " + JsonProblem.of(e), e);
    }
  }

  /** The value as a tree, to be read only. */
  public JsonNode tree() {
    JsonNode known = tree;
    if (known == null) {
      try {
        known = JsonValues.parse(bytes());
      } catch (IOException e) {
        throw new UncheckedIOException("malformed JSON value", e);
      }
      tree = known;
    }
    return known;
  }

  /** Size of the UTF-8 text in bytes. */
  public int length() {
    return bytes().length;
  }

  /** Size of the UTF-8 text in bytes where it is there; 0 while the value is only a tree. */
  int knownLength() {
    byte[] known = utf8;
    return known == null ? 0 : known.length;
  }

  /** Writes the UTF-8 text to a stream without copying it first. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes());
  }

  /** A streaming parser over the text, for callers that want one member and not the tree. */
  public JsonParser parser() throws IOException {
    return JsonValues.factory().createParser(bytes());
  }

  /** A copy of the UTF-8 text. */
  public byte[] toByteArray() {
    return bytes().clone();
  }

  /**
   * The same value, held as its shared text alone: for values that are kept for long. A tree takes
   * many times the size of its text.
   */
  public RawJson withoutTree() {
    return wrap(bytes());
  }

  /** The part of the text between two byte offsets, as a value of its own. */
  RawJson slice(int from, int to) {
    return copyOf(bytes(), from, to - from);
  }

  private byte[] bytes() {
    byte[] known = utf8;
    if (known == null) {
      try {
        known = JsonValues.write(Objects.requireNonNull(tree));
      } catch (IOException e) {
        throw new UncheckedIOException("a JSON tree that cannot be written", e);
      }
      utf8 = known;
    }
    return known;
  }

  /** The JSON text. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Equal when the values are equal as trees; the spelling (white space, escapes) is ignored. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || (other instanceof RawJson that && tree().equals(that.tree()));
  }

  @Override
  public int hashCode() {
    return tree().hashCode();
  }
}
