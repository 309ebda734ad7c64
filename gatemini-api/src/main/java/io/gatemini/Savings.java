package io.gatemini;

import io.gatemini.stability.Incubating;

/**
 * The bytes that reduction has saved of some answers. Sizes are UTF-8 bytes of content blocks: of
 * the text of text blocks, of the data of images and audio as it is encoded, of the text or blob of
 * embedded resources. The structured value repeats them and is not counted.
 */
@Incubating
public interface Savings {
  /** How many bytes stand for a token in {@link #estimatedTokensSaved}. */
  int BYTES_PER_TOKEN = 4;

  /** Bytes of the answers before reduction. */
  long bytesProcessed();

  /** Bytes of the answers after it. */
  long bytesReturned();

  /** How many bytes were processed for one that was returned; 1 where none was. */
  default double savingsRatio() {
    return bytesReturned() == 0 ? 1.0 : (double) bytesProcessed() / bytesReturned();
  }

  /** The share of the processed bytes that was not returned, in percent; 0 where there are none. */
  default double reductionPercent() {
    return bytesProcessed() == 0
        ? 0.0
        : 100.0 * (bytesProcessed() - bytesReturned()) / bytesProcessed();
  }

  /** An estimate of the tokens that were not returned, at four bytes a token. */
  default long estimatedTokensSaved() {
    return (bytesProcessed() - bytesReturned()) / BYTES_PER_TOKEN;
  }
}
