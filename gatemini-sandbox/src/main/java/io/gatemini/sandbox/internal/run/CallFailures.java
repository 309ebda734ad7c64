package io.gatemini.sandbox.internal.run;

import io.gatemini.GatewayException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The messages for programs whose call failed in the gateway. */
public final class CallFailures {
  private static final Logger LOG = System.getLogger(CallFailures.class.getName());

  private CallFailures() {}

  /** The message; what the gateway itself does wrong goes to the log. */
  public static String message(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : Causes.of(failure);
    if (cause instanceof GatewayException) {
      return String.valueOf(cause.getMessage());
    }
    if (cause instanceof Error) {
      Guarded.log(LOG, "the gateway failed under a program", cause);
    }
    return cause instanceof CancellationException
        ? "the call was cancelled"
        : "the call failed inside the gateway";
  }
}
