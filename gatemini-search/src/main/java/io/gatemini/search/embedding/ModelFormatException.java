package io.gatemini.search.embedding;

import io.gatemini.GatewayException;
import org.jspecify.annotations.Nullable;

/** A file of an embedding model cannot be used; the message names the part of it and says why. */
public final class ModelFormatException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public ModelFormatException(String message) {
    super(message);
  }

  public ModelFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
