package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.internal.reduce.Utf8Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way through the reducers: what it is, its text, the JSON value it is if it is
 * one, its size, and what was done to it so far. Immutable.
 */
public final class Payload {
  /** What an answer is to be read as. */
  public enum Kind {
    TEXT,
    JSON
  }

  private final Optional<RawJson> value;
  private final long sizeBytes;
  private final boolean reduced;
  private final List<String> notes;
  private volatile @Nullable String text;

  private Payload(
      @Nullable String text, Optional<RawJson> value, boolean reduced, List<String> notes) {
    this.text = text;
    this.value = value;
    this.sizeBytes =
        value.isPresent() ? value.get().length() : Utf8Size.of(Objects.requireNonNull(text));
    this.reduced = reduced;
    this.notes = notes;
  }

  /** Plain text. */
  public static Payload text(String text) {
    return new Payload(Objects.requireNonNull(text, "text"), Optional.empty(), false, List.of());
  }

  /** A JSON value, whose text is the value as it is written. */
  public static Payload json(RawJson value) {
    return new Payload(null, Optional.of(value), false, List.of());
  }

  /** What it is at present. */
  public Kind kind() {
    return value.isPresent() ? Kind.JSON : Kind.TEXT;
  }

  /** The text as an agent would read it. */
  public String text() {
    String known = text;
    if (known == null) {
      known = value.map(RawJson::toString).orElse("");
      text = known;
    }
    return known;
  }

  /** The value as a tree, while the text still is one; to be read only. */
  public Optional<JsonNode> json() {
    return value.map(RawJson::tree);
  }

  /** The value as it is written, while the text still is one: costs no tree. */
  public Optional<RawJson> rawJson() {
    return value;
  }

  /** Size of the text in UTF-8 bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Whether anything was left out of it so far. */
  public boolean isReduced() {
    return reduced;
  }

  /** What was done so far, a few words each, in order. */
  public List<String> notes() {
    return notes;
  }

  /** This answer reduced to a text. */
  public Payload reducedTo(String text, String note) {
    return new Payload(Objects.requireNonNull(text, "text"), Optional.empty(), true, with(note));
  }

  /** This answer reduced to a smaller JSON value. */
  public Payload reducedTo(RawJson value, String note) {
    return new Payload(null, Optional.of(value), true, with(note));
  }

  /** This answer as it is, with a word on why it was not reduced further. */
  public Payload withNote(String note) {
    return new Payload(text, value, reduced, with(note));
  }

  private List<String> with(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return List.copyOf(all);
  }
}
