package io.gatemini.spi;

import io.gatemini.stability.Incubating;
import java.util.List;

/**
 * A model that turns texts into vectors: texts of like meaning get vectors of like direction.
 * Thread-safe.
 */
@Incubating
public interface EmbeddingModel {
  /** The name of the model; vectors that are kept under another name are made anew. */
  String name();

  /**
   * Makes one vector a text, in order, all of one length and none of them null. May block unless
   * the model is {@link #instant}.
   */
  List<float[]> embed(List<String> texts);

  /**
   * Whether a text takes microseconds, so that the model may be asked while an answer is reduced or
   * a search waits.
   */
  default boolean instant() {
    return false;
  }
}
