package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.stability.Stable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way through the reducers: what it is, its text, the JSON value it is if it is
 * one, its size, and what was done to it so far. Immutable.
 */
@Stable
public final class Payload {
  /** The format of an answer. */
  public enum Kind {
    TEXT,
    JSON
  }

  private static final int MAX_NOTE_CHARACTERS = 400;

  /** Control characters and line breaks of all kinds. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]+");

  private final Optional<RawJson> value;
  private final long sizeBytes;
  private final boolean reduced;
  private final List<String> notes;
  private final String place;
  private volatile @Nullable String text;

  private Payload(
      @Nullable String text,
      Optional<RawJson> value,
      boolean reduced,
      List<String> notes,
      String place) {
    this.text = text;
    this.value = value;
    this.sizeBytes =
        value.isPresent() ? value.get().length() : Utf8Size.of(Objects.requireNonNull(text));
    this.reduced = reduced;
    this.notes = notes;
    this.place = place;
  }

  /** Plain text. */
  public static Payload text(String text) {
    return new Payload(
        Objects.requireNonNull(text, "text"), Optional.empty(), false, List.of(), "");
  }

  /** A JSON value, whose text is the value as it is written. */
  public static Payload json(RawJson value) {
    return new Payload(null, Optional.of(value), false, List.of(), "");
  }

  /** The format at present. */
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

  /**
   * Its JSON Pointer in the kept original: paths in an answer begin with it. Empty where all that
   * is kept is this.
   */
  public String place() {
    return place;
  }

  /** Size of the text in UTF-8 bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Whether anything was left out of it so far. */
  public boolean isReduced() {
    return reduced;
  }

  /** The reductions done so far, a few words each, in order; each is one line. */
  public List<String> notes() {
    return notes;
  }

  /** This answer reduced to a text. */
  public Payload reducedTo(String text, String note) {
    return new Payload(
        Objects.requireNonNull(text, "text"), Optional.empty(), true, with(note), place);
  }

  /** This answer reduced to a smaller JSON value. */
  public Payload reducedTo(RawJson value, String note) {
    return new Payload(null, Optional.of(value), true, with(note), place);
  }

  /** This answer as it is, with a word on why it was not reduced further. */
  public Payload withNote(String note) {
    return new Payload(text, value, reduced, with(note), place);
  }

  /** This answer as a part of what is kept, at a JSON Pointer. */
  public Payload at(String place) {
    return new Payload(text, value, reduced, notes, Objects.requireNonNull(place, "place"));
  }

  private List<String> with(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(onOneLine(note));
    return List.copyOf(all);
  }

  /** Notes stand in a header of one line, and some quote what a caller wrote. */
  private static String onOneLine(String note) {
    String few =
        note.length() <= MAX_NOTE_CHARACTERS
            ? note
            : TextCut.shortened(note, MAX_NOTE_CHARACTERS / 2);
    return UNSEEN.matcher(few).replaceAll(" ");
  }
}
