package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An answer on its way through the reducers: its text, the JSON value it is if it is one, its size,
 * and what was done to it so far. Immutable.
 */
public final class Payload {
  private final String text;
  private final Optional<RawJson> json;
  private final long sizeBytes;
  private final List<String> notes;

  private Payload(String text, Optional<RawJson> json, List<String> notes) {
    this.text = Objects.requireNonNull(text, "text");
    this.json = json;
    this.sizeBytes = utf8Length(text);
    this.notes = notes;
  }

  /** Plain text. */
  public static Payload text(String text) {
    return new Payload(text, Optional.empty(), List.of());
  }

  /** A JSON value and its text. */
  public static Payload json(RawJson value) {
    return new Payload(value.toString(), Optional.of(value), List.of());
  }

  /** The text as an agent would read it. */
  public String text() {
    return text;
  }

  /** The value, while the text still is one. */
  public Optional<JsonNode> json() {
    return json.map(RawJson::tree);
  }

  /** Size of the text in UTF-8 bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** What was done so far, a few words each, in order. */
  public List<String> notes() {
    return notes;
  }

  /** This answer reduced to a text. */
  public Payload reducedTo(String text, String note) {
    return new Payload(text, Optional.empty(), with(note));
  }

  /** This answer reduced to a smaller JSON value. */
  public Payload reducedTo(RawJson value, String note) {
    return new Payload(value.toString(), Optional.of(value), with(note));
  }

  private List<String> with(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return List.copyOf(all);
  }

  private static long utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
