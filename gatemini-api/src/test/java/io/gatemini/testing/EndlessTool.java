package io.gatemini.testing;

import java.util.concurrent.CountDownLatch;

/** A tool whose calls go on until they are interrupted. */
public final class EndlessTool {
  public final CountDownLatch begun = new CountDownLatch(1);
  public final CountDownLatch interrupted = new CountDownLatch(1);

  /** Never returns. */
  public String call() throws InterruptedException {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }
}
