package io.gatemini.internal.call;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.ToolDescriptor;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;

/**
 * When a call may be made again, at its own backend or at another. A call that may have been
 * carried out is made again only where its tool says that this does no harm.
 */
final class Repetition {
  private Repetition() {}

  /** Whether making the call twice does no harm, by the word of its backend. */
  static boolean isHarmless(ToolDescriptor tool) {
    return tool.annotations().readOnlyHint().orElse(false)
        || tool.annotations().idempotentHint().orElse(false);
  }

  /**
   * Whether a call may be made again after a failure: it has not reached its backend, or its answer
   * was lost and a second call does no harm. An answer stays an answer, a refusal that lasts a
   * refusal.
   */
  static boolean isAllowed(Throwable failure, ToolDescriptor tool) {
    return (failure instanceof BackendUnavailableException unavailable && !unavailable.isLasting())
        || (failure instanceof BackendCallException lost && !lost.isAnswer() && isHarmless(tool));
  }

  /** Whether no connection was made, known within moments: the call was certainly not made. */
  static boolean isUnreachable(Throwable failure) {
    for (Throwable t = failure; t instanceof GatewayException; t = t.getCause()) {
      Throwable cause = t.getCause();
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        return failure instanceof BackendUnavailableException;
      }
    }
    return false;
  }
}
