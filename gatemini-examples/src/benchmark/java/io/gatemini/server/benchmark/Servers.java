package io.gatemini.server.benchmark;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Waits for what stands behind a server. */
final class Servers {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Servers() {}

  /**
   * Returns when a call reaches the echo backend.
   *
   * @throws IOException when it does not within half a minute
   */
  static void awaitEcho(RpcClient gateway) throws IOException {
    long began = System.nanoTime();
    while (gateway.load(CallShape.THROUGH_GATEWAY, 1, 1).wrong() > 0) {
      if (System.nanoTime() - began > PATIENCE_NANOS) {
        throw new IOException("the gateway does not reach its backend");
      }
    }
  }
}
