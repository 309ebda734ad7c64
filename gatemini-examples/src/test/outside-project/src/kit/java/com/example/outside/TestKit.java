package com.example.outside;

import java.io.PrintWriter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests that stand on the test kit. */
public final class TestKit {
  private static final int TESTS = 8;

  private TestKit() {}

  /** Fails when one of them fails, or is not found. */
  public static void main(String[] args) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(RefundTest.class))
                .build(),
            listener);
    listener.getSummary().printFailuresTo(new PrintWriter(System.err, true));
    long succeeded = listener.getSummary().getTestsSucceededCount();
    if (succeeded != TESTS) {
      throw new AssertionError(succeeded + " of " + TESTS + " tests succeeded");
    }
    System.err.println("outside project: tested");
  }
}
