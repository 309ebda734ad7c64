package io.gatemini.internal.async;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The failures behind what futures wrap around them. */
public final class Causes {
  private Causes() {}

  /** A failure without the exceptions that stages and futures report it in. */
  public static Throwable of(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The same as something that may be thrown on; an {@link Error} is thrown here. */
  public static RuntimeException unchecked(Throwable failure) {
    Throwable cause = of(failure);
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new CompletionException(cause);
  }
}
