package io.gatemini.text;

import io.gatemini.spi.TokenEstimator;
import java.nio.charset.StandardCharsets;

/** Counts four UTF-8 bytes as a token, the usual rule of thumb for English prose. Thread-safe. */
public final class BytesTokenEstimator implements TokenEstimator {
  private static final int BYTES_PER_TOKEN = 4;

  @Override
  public long estimate(String text) {
    long bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
  }
}
