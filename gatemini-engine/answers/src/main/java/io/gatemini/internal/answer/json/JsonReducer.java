package io.gatemini.internal.answer.json;

import io.gatemini.RawJson;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.TimedReducer;
import io.gatemini.internal.answer.json.ChunkListing.Shown;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TextAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reduces JSON by its structure: of alike items three are shown and the identities of the rest,
 * long strings are shortened, and what is still too large is shown in labelled chunks, as many as
 * fit. The first two leave JSON, the last a text. Thread-safe.
 */
public record JsonReducer(Supplier<OutputConfig> config, TextAnalyzer analyzer)
    implements TimedReducer {
  /** The name it is configured under. */
  public static final String NAME = "json";

  /** Behind the filter for an intent, before the truncation. */
  public static final int WEIGHT = 200;

  private static final String AFTER_A_FILTER = "; labels count what an earlier stage has left";

  private static final int LEAST_TARGET = 256;
  private static final int CHUNKS = 4;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    boolean isOff = !config.get().uniformArrayCollapse() && !config.get().autoChunkJson();
    return isOff
        || (sizeBytes <= config.get().chunkThreshold() && sizeBytes <= request.maxOutputBytes());
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request, TimeBudget time) {
    RawJson json = payload.rawJson().orElse(null);
    boolean hasNoRoom = request.maxOutputBytes() < LEAST_TARGET;
    if (json == null || hasNoRoom || passes(payload.sizeBytes(), request)) {
      return Optional.empty();
    }
    time.check();
    Optional<JsonOutline> outline = JsonOutline.of(json);
    time.check();
    if (outline.isEmpty()) {
      return fits(payload.sizeBytes(), request)
          ? Optional.empty()
          : Optional.of(payload.withNote("json: too many values to be taken apart"));
    }
    return outline.get().isContainer(JsonOutline.ROOT)
        ? reduce(payload, outline.get(), request, time)
        : Optional.empty();
  }

  private Optional<Payload> reduce(
      Payload payload, JsonOutline outline, Request request, TimeBudget time) {
    CondensedJson condensed =
        new JsonCondenser(
                outline,
                config.get().uniformArrayCollapse(),
                config.get().autoChunkJson(),
                payload.isReduced() ? Optional.empty() : Optional.of(payload.place()),
                target(request))
            .condense(time);
    List<String> notes = condensed.notes();
    long size = condensed.size(JsonOutline.ROOT);
    boolean isTooLarge = !fits(size, request);
    if (isTooLarge && config.get().autoChunkJson()) {
      Optional<Payload> chunked = inChunks(payload, condensed, request, time);
      if (chunked.isPresent()) {
        return chunked;
      }
    }
    if (!notes.isEmpty()) {
      return Optional.of(
          withNotes(payload, notes.subList(0, notes.size() - 1))
              .reducedTo(condensed.json(), note(notes.get(notes.size() - 1))));
    }
    if (size < payload.sizeBytes() && !fits(payload.sizeBytes(), request)) {
      return Optional.of(payload.reducedTo(condensed.json(), note("white space left out")));
    }
    return Optional.empty();
  }

  private Optional<Payload> inChunks(
      Payload payload, CondensedJson condensed, Request request, TimeBudget time) {
    time.check();
    List<JsonChunk> chunks = JsonChunks.of(condensed, target(request), payload.place());
    if (chunks.size() == 1) {
      return Optional.empty();
    }
    Optional<Shown> shown =
        ChunkListing.of(
            condensed,
            chunks,
            ChunkRelevance.order(
                condensed.outline(), chunks, request.intent().orElse(""), analyzer),
            request.maxOutputBytes(),
            payload.isReduced() ? AFTER_A_FILTER : "");
    return shown
        .filter(text -> fits(Utf8Size.of(text.text()), request))
        .map(
            text ->
                withNotes(payload, condensed.notes())
                    .reducedTo(
                        text.text(),
                        note(text.shown() + " of " + chunks.size() + " chunks in full")));
  }

  /** Smaller where an answer has little room: it is to hold some chunks. */
  private int target(Request request) {
    return Math.min(
        config.get().chunkTarget(), Math.max(LEAST_TARGET, request.maxOutputBytes() / CHUNKS));
  }

  private static boolean fits(long sizeBytes, Request request) {
    return sizeBytes <= request.maxOutputBytes();
  }

  private static Payload withNotes(Payload payload, List<String> notes) {
    Payload noted = payload;
    for (String note : notes) {
      noted = noted.withNote(note(note));
    }
    return noted;
  }

  private static String note(String text) {
    return NAME + ": " + text;
  }
}
