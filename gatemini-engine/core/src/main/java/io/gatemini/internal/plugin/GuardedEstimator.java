package io.gatemini.internal.plugin;

import io.gatemini.internal.async.Guard;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.text.BytesTokenEstimator;

/** An estimator behind the wall: where it fails, tokens are estimated by bytes. */
final class GuardedEstimator implements TokenEstimator {
  private static final String FAILED = "failed to estimate";

  private final TokenEstimator estimator;
  private final TokenEstimator otherwise = new BytesTokenEstimator();
  private final Guard guard;

  GuardedEstimator(TokenEstimator estimator) {
    this.estimator = estimator;
    this.guard = new Guard("token estimator " + estimator.getClass().getName());
  }

  @Override
  public long estimate(String text) {
    return guard.askOr(FAILED, () -> estimator.estimate(text), () -> otherwise.estimate(text));
  }

  @Override
  public long bytesWithin(long tokens, Payload.Kind kind) {
    return guard.askOr(
        FAILED,
        () -> estimator.bytesWithin(tokens, kind),
        () -> otherwise.bytesWithin(tokens, kind));
  }
}
