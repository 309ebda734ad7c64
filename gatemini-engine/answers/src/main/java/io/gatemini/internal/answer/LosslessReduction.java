package io.gatemini.internal.answer;

import io.gatemini.RawJson;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.ReductionHeader.Facts;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.TokenEstimator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Reduces answers, keeps the original of each reduced one, and describes both in a header. The
 * bound of an answer is hard: the header is inside it. Thread-safe.
 *
 * @param stored how a program asks for what is kept, where there are programs
 */
public record LosslessReduction(
    ReductionPipeline pipeline,
    ResultStore results,
    TokenEstimator tokens,
    Supplier<OutputConfig> output,
    Function<String, Optional<String>> stored) {
  /** An estimate may be wrong in either direction; each attempt comes nearer. */
  private static final int ATTEMPTS = 6;

  /** A text that is filtered for an intent, where the call says no size. */
  private static final int INTENT_BYTES = 10_000;

  /**
   * An answer that fits.
   *
   * @param parts its texts, as many as there were
   * @param header the line that it begins with; empty where there is none, or nothing was reduced
   * @param id under which the original is kept, if it is
   * @param reductions what was done, empty when nothing was
   */
  public record Answer(
      List<Payload> parts, String header, Optional<String> id, List<String> reductions) {
    /** Whether anything was left out. */
    public boolean isReduced() {
      return parts.stream().anyMatch(Payload::isReduced);
    }

    /** An answer of which nothing is left out. */
    public static Answer whole(List<Payload> parts) {
      return new Answer(parts, "", Optional.empty(), List.of());
    }

    /** Other parts that were reduced with these. */
    public Answer of(List<Payload> others) {
      return new Answer(others, header, id, reductions);
    }

    /** The texts as an agent reads them: the first one begins with the header. */
    public List<String> texts() {
      List<String> texts = new ArrayList<>();
      parts.forEach(part -> texts.add(part.text()));
      if (!header.isEmpty()) {
        texts.set(0, header + "\n" + texts.get(0));
      }
      return texts;
    }

    /** The reduction in a line, also where there is no room for the header. */
    public String note() {
      return header.isEmpty() ? String.join("; ", reductions) : header;
    }

    /** Size of all texts in UTF-8 bytes. */
    public long sizeBytes() {
      return (header.isEmpty() ? 0 : Utf8Size.of(header) + 1) + size(parts);
    }
  }

  /**
   * Whether a text of this size would stay as it is, whatever it says. Asked first, so that an
   * answer that fits costs nothing.
   */
  public boolean passes(long sizeBytes, AnswerBounds bounds) {
    long most = bounds.bytes();
    if (bounds.tokens().isPresent()) {
      most = Math.min(most, tokens.bytesWithin(bounds.tokens().getAsInt(), Payload.Kind.JSON));
    }
    return sizeBytes <= most && passes(sizeBytes, bounds.bytes(), bounds);
  }

  private boolean passes(long sizeBytes, long limit, AnswerBounds bounds) {
    return bounds.whole() ? sizeBytes <= limit : pipeline.passes(sizeBytes, bounds.request(limit));
  }

  /**
   * Reduces the texts of an answer so that they fit together.
   *
   * @param original what is kept where that leaves anything out
   */
  public Answer reduce(List<Payload> parts, Supplier<RawJson> original, AnswerBounds bounds) {
    int limit = limit(parts, bounds);
    int room = output.get().responseMetadata() ? ReductionHeader.of(limit).room() : 0;
    // A text that cannot fit will have a header, so the stages need not process it twice.
    List<Payload> fitting = fit(parts, size(parts) > limit ? limit - room : limit, bounds);
    Answer whole = unreduced(parts, fitting, limit);
    boolean saves =
        fitting.stream().anyMatch(Payload::isReduced) && size(fitting) + room < size(parts);
    if (!saves && size(parts) <= bounds.bytes() && isWithinTokens(whole, bounds)) {
      return whole;
    }
    Optional<String> id = results.put(bounds.session().id(), original.get());
    Answer answer = whole;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ReductionHeader header =
          output.get().responseMetadata() ? ReductionHeader.of(limit) : ReductionHeader.NONE;
      if (size(fitting) + header.room() > limit) {
        fitting = fit(parts, limit - header.room(), bounds);
      }
      answer = answer(parts, fitting, header, id, bounds);
      if (isWithinTokens(answer, bounds)) {
        break;
      }
      limit = (int) (0.95 * limit * bounds.tokens().orElse(0) / Math.max(1, estimate(answer)));
      fitting = fit(parts, limit, bounds);
    }
    return answer;
  }

  /**
   * Keeps the original of an answer of which something else than text was left out.
   *
   * @return its id; empty where it is too large to be kept
   */
  public Optional<String> keep(RawJson original, AnswerBounds bounds) {
    return results.put(bounds.session().id(), original);
  }

  /** Where a kept original is read. */
  public static String address(String id) {
    return ReductionHeader.address(id);
  }

  /** An answer under a header, where there is room for it. */
  public Answer headed(Answer answer, String line, AnswerBounds bounds) {
    if (line.isEmpty() || answer.parts.isEmpty()) {
      return answer;
    }
    Answer headed = new Answer(answer.parts, line, answer.id, answer.reductions);
    return headed.sizeBytes() <= bounds.bytes() && isWithinTokens(headed, bounds) ? headed : answer;
  }

  /** Reduces a part of an answer whose whole is kept, if it is, by the caller. */
  public Payload reducePart(Payload part, AnswerBounds bounds) {
    return fit(List.of(part), limit(List.of(part), bounds), bounds).get(0);
  }

  /** All of it; a stage that could do nothing may have said why. */
  private Answer unreduced(List<Payload> parts, List<Payload> fitting, int limit) {
    boolean untouched = fitting.stream().noneMatch(Payload::isReduced);
    List<String> notes = untouched ? notes(fitting) : List.of();
    String line =
        notes.isEmpty() || !output.get().responseMetadata()
            ? ""
            : "[" + String.join("; ", notes) + "]";
    Answer noted = new Answer(parts, line, Optional.empty(), notes);
    return noted.sizeBytes() <= limit ? noted : Answer.whole(parts);
  }

  private static List<String> notes(List<Payload> parts) {
    return parts.stream().flatMap(part -> part.notes().stream()).distinct().toList();
  }

  private Answer answer(
      List<Payload> parts,
      List<Payload> fitting,
      ReductionHeader header,
      Optional<String> id,
      AnswerBounds bounds) {
    List<String> notes = notes(fitting);
    OptionalLong count =
        bounds.tokens().isPresent()
            ? OptionalLong.of(
                fitting.stream().mapToLong(part -> tokens.estimate(part.text())).sum())
            : OptionalLong.empty();
    boolean paths = parts.size() != 1 || parts.get(0).kind() == Payload.Kind.JSON;
    String line =
        header.line(
            new Facts(size(parts), size(fitting), count, notes, id, paths, id.flatMap(stored)));
    List<String> reductions = new ArrayList<>(notes);
    reductions.add(
        id.map(kept -> "original kept: " + ReductionHeader.address(kept))
            .orElse("original too large to be kept"));
    return new Answer(fitting, line, id, reductions);
  }

  /** How many bytes the parts may have together, so that bytes and tokens are kept to. */
  private int limit(List<Payload> parts, AnswerBounds bounds) {
    if (bounds.tokens().isEmpty()) {
      return bounds.bytes();
    }
    boolean anyJson = parts.stream().anyMatch(part -> part.kind() == Payload.Kind.JSON);
    return (int)
        Math.min(
            bounds.bytes(),
            tokens.bytesWithin(
                bounds.tokens().getAsInt(), anyJson ? Payload.Kind.JSON : Payload.Kind.TEXT));
  }

  private List<Payload> fit(List<Payload> parts, int limit, AnswerBounds bounds) {
    long[] shares =
        fairShares(parts.stream().mapToLong(Payload::sizeBytes).toArray(), Math.max(0, limit));
    List<Payload> fitting = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      Payload part = parts.get(i);
      fitting.add(
          passes(part.sizeBytes(), shares[i], bounds) ? part : reduced(part, shares[i], bounds));
    }
    return fitting;
  }

  /**
   * Divides a bound among parts: what a small part leaves over goes to the larger ones.
   *
   * @return the bound of each part; their sum is at most {@code total}
   */
  static long[] fairShares(long[] sizes, long total) {
    long[] shares = new long[sizes.length];
    int[] bySize =
        IntStream.range(0, sizes.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> sizes[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long left = total;
    for (int i = 0; i < bySize.length; i++) {
      long fair = left / (bySize.length - i);
      shares[bySize[i]] = Math.min(sizes[bySize[i]], fair);
      left -= shares[bySize[i]];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] += left / shares.length;
    }
    return shares;
  }

  /** A text of which only the intent is wanted is short, where the call says no size. */
  private Payload reduced(Payload part, long share, AnswerBounds bounds) {
    if (bounds.intent().isPresent() && !bounds.asked() && part.kind() == Payload.Kind.TEXT) {
      Payload filtered =
          pipeline.reduce(part, bounds.request(Math.min(share, INTENT_BYTES)), bounds.time());
      if (filtered.isReduced()
          && filtered.notes().stream().allMatch(note -> note.startsWith(TimedReducer.INTENT))) {
        return filtered;
      }
    }
    return pipeline.reduce(part, bounds.request(share), bounds.time());
  }

  private boolean isWithinTokens(Answer answer, AnswerBounds bounds) {
    return bounds.tokens().isEmpty() || estimate(answer) <= bounds.tokens().getAsInt();
  }

  private long estimate(Answer answer) {
    return answer.texts().stream().mapToLong(tokens::estimate).sum();
  }

  private static long size(List<Payload> parts) {
    return parts.stream().mapToLong(Payload::sizeBytes).sum();
  }
}
