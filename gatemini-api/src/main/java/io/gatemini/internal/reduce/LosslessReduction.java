package io.gatemini.internal.reduce;

import io.gatemini.RawJson;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.ResultStore;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reduces answers, keeps the original of each that was reduced, and tells in the answer how to get
 * it. The bound of an answer stays hard: what tells is inside it. Thread-safe.
 */
public final class LosslessReduction {
  /** Where the pointer would take more than this share of an answer, the answer has the room. */
  private static final int MAX_POINTER_SHARE = 4;

  private final ReductionPipeline pipeline;
  private final ResultStore results;

  public LosslessReduction(ReductionPipeline pipeline, ResultStore results) {
    this.pipeline = pipeline;
    this.results = results;
  }

  /** See {@link ReductionPipeline#passes}. */
  public boolean passes(long sizeBytes, OutputReducer.Request request) {
    return pipeline.passes(sizeBytes, request);
  }

  /** Reduces a part of an answer whose whole is kept, if it is, by the caller. */
  public Payload reducePart(Payload payload, OutputReducer.Request request) {
    return pipeline.reduce(payload, request);
  }

  /**
   * Reduces an answer; where that changes it, the original is kept and the text ends with a pointer
   * to it.
   */
  public Payload reduce(
      Payload payload, Supplier<RawJson> original, OutputReducer.Request request) {
    Payload reduced = null;
    if (payload.sizeBytes() <= request.maxOutputBytes()) {
      reduced = pipeline.reduce(payload, request);
      if (reduced.notes().isEmpty()) {
        return reduced;
      }
    }
    Optional<Pointer> pointer = keep(original, request);
    if (pointer.isEmpty()) {
      return reduced != null ? reduced : pipeline.reduce(payload, request);
    }
    OutputReducer.Request rest = pointer.get().leaves(request);
    if (reduced == null || reduced.sizeBytes() > rest.maxOutputBytes()) {
      reduced = pipeline.reduce(payload, rest);
    }
    return reduced.reducedTo(reduced.text() + pointer.get().shownIn(request), pointer.get().note());
  }

  /** Keeps an original, where it can be kept. */
  public Optional<Pointer> keep(Supplier<RawJson> original, OutputReducer.Request request) {
    return results.put(request.session(), original.get()).map(Pointer::new);
  }

  /**
   * How an agent gets an original.
   *
   * @param id the original's id
   */
  public record Pointer(String id) {
    /** The text for an answer of this bound; empty where there is no room for it. */
    public String shownIn(OutputReducer.Request request) {
      String text = "\n[whole result: results.get(\"" + id + "\") in a program]";
      return text.length() <= request.maxOutputBytes() / MAX_POINTER_SHARE ? text : "";
    }

    /** The request for what stands beside the pointer. */
    public OutputReducer.Request leaves(OutputReducer.Request request) {
      return new OutputReducer.Request(
          request.maxOutputBytes() - shownIn(request).length(),
          request.intent(),
          request.session());
    }

    /** A few words for the list of what was done. */
    public String note() {
      return "original kept: results.get(\"" + id + "\")";
    }
  }
}
