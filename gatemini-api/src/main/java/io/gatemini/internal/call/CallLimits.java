package io.gatemini.internal.call;

import io.gatemini.CallTimeoutException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.settings.Durations;
import java.time.Duration;
import java.util.Optional;

/** Which limit of time ended a call, and how to lift it, in words for its caller. */
final class CallLimits {
  private CallLimits() {}

  /**
   * The error of a call whose time is over.
   *
   * @param stated the timeout of its caller, if there is one
   */
  static CallTimeoutException expired(
      String tool, Optional<Duration> stated, BackendConfig config, String backend) {
    Duration most = config.maxTimeout();
    Duration limit = stated.orElse(config.timeout());
    boolean canBeLifted = limit.compareTo(most) < 0;
    String whose =
        canBeLifted && stated.isPresent()
            ? "the timeout of the call"
            : (canBeLifted ? "the timeout" : "the max_timeout") + " of backend \"" + backend + "\"";
    return new CallTimeoutException(
        tool
            + " did not answer within "
            + Durations.text(canBeLifted ? limit : most)
            + ", "
            + whose
            + (canBeLifted
                ? "; give the call a longer \"timeout\" (up to " + Durations.text(most) + ")"
                : "; ask for less, or raise it in the configuration"));
  }
}
