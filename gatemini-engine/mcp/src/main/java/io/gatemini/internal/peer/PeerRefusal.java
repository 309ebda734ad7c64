package io.gatemini.internal.peer;

import io.gatemini.BackendCallException;
import io.gatemini.RawJson;

/** A server answered with an error: its code and data for whoever goes by them. */
public final class PeerRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final transient RawJson error;

  PeerRefusal(String message, int code, RawJson error) {
    super(message, null, false, false);
    this.code = code;
    this.error = error;
  }

  /** The code of the error. */
  public int code() {
    return code;
  }

  /** The error as the server wrote it. */
  public RawJson error() {
    return error;
  }

  /** The failure for callers. */
  public BackendCallException shown() {
    return BackendCallException.answered(String.valueOf(getMessage()), this);
  }
}
