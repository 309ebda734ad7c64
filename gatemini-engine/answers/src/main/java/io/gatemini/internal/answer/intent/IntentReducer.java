package io.gatemini.internal.answer.intent;

import io.gatemini.RawJson;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.TimedReducer;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TextAnalyzer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The first stage: of a large answer, what has to do with what the caller wants to know. Keeps
 * sections of a text, and items and members of JSON, which stays JSON. Where nothing matches the
 * answer says so and goes on as it is; where nearly everything does it goes on unsaid.
 *
 * <p>Immutable and thread-safe.
 *
 * @param model an instant one, where there is one: goes by words and meaning then
 */
public record IntentReducer(
    Supplier<OutputConfig> output, TextAnalyzer analyzer, Optional<EmbeddingModel> model)
    implements TimedReducer {
  /** The name it is configured under. */
  public static final String NAME = INTENT;

  /** Before stages that shorten what this one would have to find. */
  public static final int WEIGHT = 300;

  /** An answer that stays larger than this share of itself is better read whole. */
  private static final double LARGEST_SHARE = 0.8;

  private static final int LONGEST_QUOTED_INTENT = 60;

  /** Where what is kept of JSON is too much for the answer, the next share holds. */
  private static final double[] KEPT_SHARES = {IntentScore.KEPT_SHARE, 0.5, 0.7, 1};

  /** Goes by words. */
  public IntentReducer(Supplier<OutputConfig> output, TextAnalyzer analyzer) {
    this(output, analyzer, Optional.empty());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return !output.get().intentFiltering()
        || sizeBytes <= output.get().intentThreshold()
        || request.intent().filter(i -> !i.isBlank()).isEmpty();
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request, TimeBudget time) {
    if (passes(payload.sizeBytes(), request)) {
      return Optional.empty();
    }
    String intent = request.intent().orElseThrow();
    try {
      return filtered(payload, request, intent, time);
    } catch (TimeBudget.Exceeded e) {
      if (model.isEmpty()) {
        throw e;
      }
      // By words alone a text takes a fraction of the time.
      return new IntentReducer(output, analyzer).reduce(payload, request, time.again(TIME));
    }
  }

  private Optional<Payload> filtered(
      Payload payload, Request request, String intent, TimeBudget time) {
    time.check();
    IntentTerms terms = IntentTerms.of(intent, analyzer);
    return payload
        .rawJson()
        .map(value -> json(payload, value, terms, intent, request, time))
        .orElseGet(() -> text(payload, terms, intent, request, time));
  }

  private Optional<Payload> text(
      Payload payload, IntentTerms terms, String intent, Request request, TimeBudget time) {
    Optional<TextUnits> units = TextUnits.of(payload.text());
    if (units.isEmpty()) {
      return Optional.of(payload.withNote(NAME + ": not read, the text has too many lines"));
    }
    Optional<IntentMeaning> meaning = model.map(known -> new IntentMeaning(known, intent));
    TextSections sections = new TextSections(units.get(), terms, meaning, time);
    if (!sections.hasTerms()) {
      return Optional.of(payload.withNote(nothing(intent)));
    }
    if (!sections.discriminates()) {
      return Optional.empty();
    }
    TextSections.Selection selection = sections.select(request.maxOutputBytes());
    String written = selection.written();
    return kept(payload.reducedTo(written, NAME + ": " + selection.summary()), payload);
  }

  private Optional<Payload> json(
      Payload payload,
      RawJson value,
      IntentTerms terms,
      String intent,
      Request request,
      TimeBudget time) {
    Optional<JsonOutline> outline = JsonOutline.of(value);
    if (outline.isEmpty()) {
      return Optional.of(payload.withNote(NAME + ": not read, the value is too large or no JSON"));
    }
    if (!outline.get().isContainer(JsonOutline.ROOT)) {
      return Optional.empty();
    }
    JsonSelection json = new JsonSelection(outline.get(), terms, output.get().chunkTarget(), time);
    if (!json.hasTerms()) {
      return Optional.of(payload.withNote(nothing(intent)));
    }
    JsonSelection.Selection selection = json.select(KEPT_SHARES[0]);
    RawJson written = selection.written();
    for (int i = 1; i < KEPT_SHARES.length; i++) {
      if (written.length() <= bound(payload, request)) {
        break;
      }
      selection = json.select(KEPT_SHARES[i]);
      written = selection.written();
    }
    if (selection.isAll()) {
      return Optional.empty();
    }
    return kept(payload.reducedTo(written, NAME + ": " + selection.summary()), payload);
  }

  private static Optional<Payload> kept(Payload reduced, Payload payload) {
    return reduced.sizeBytes() <= LARGEST_SHARE * payload.sizeBytes()
        ? Optional.of(reduced)
        : Optional.empty();
  }

  private static double bound(Payload payload, Request request) {
    return Math.min(request.maxOutputBytes(), LARGEST_SHARE * payload.sizeBytes());
  }

  private static String nothing(String intent) {
    String plain = intent.strip();
    String head = TextCut.head(plain, LONGEST_QUOTED_INTENT).strip();
    return NAME + ": nothing matches \"" + head + (plain.equals(head) ? "\"" : "…\"");
  }
}
