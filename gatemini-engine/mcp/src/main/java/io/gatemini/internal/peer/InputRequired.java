package io.gatemini.internal.peer;

import io.gatemini.RawJson;

/** A server answered with questions: it goes on when the request comes back with their answers. */
public final class InputRequired extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient RawJson result;

  InputRequired(RawJson result) {
    super("the server asks for input", null, false, false);
    this.result = result;
  }

  /** The answer, with {@code inputRequests}, {@code requestState} or both. */
  public RawJson result() {
    return result;
  }
}
