package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig.Isolation;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs a test class over worker processes: what its {@link EngineFixture}s make has isolation
 * {@code process}. A class that is to hold in both isolations gets an empty subclass with this
 * extension.
 */
public final class InWorkers implements BeforeAllCallback, AfterAllCallback {
  private static volatile Isolation isolation = Isolation.IN_PROCESS;

  /** Whether programs of a test run on V8, whose words and a few names are others. */
  static boolean onV8() {
    return isolation == Isolation.PROCESS;
  }

  static Isolation isolation() {
    return isolation;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    isolation = Isolation.PROCESS;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    isolation = Isolation.IN_PROCESS;
  }
}
