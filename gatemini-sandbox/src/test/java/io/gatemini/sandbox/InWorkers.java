package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig.Isolation;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * Runs a test class over worker processes: what its {@link EngineFixture}s make has isolation
 * {@code process}. A class that is to hold in both isolations gets an empty subclass with this
 * extension.
 */
public final class InWorkers
    implements TestInstancePreConstructCallback, BeforeAllCallback, AfterAllCallback {
  private static volatile Isolation isolation = Isolation.IN_PROCESS;

  /** Whether programs of a test run on V8, whose words and a few names are others. */
  static boolean onV8() {
    return isolation == Isolation.PROCESS;
  }

  static Isolation isolation() {
    return isolation;
  }

  /** An instance that a class shares is made before all else, and may make its engine then. */
  @Override
  public void preConstructTestInstance(
      TestInstanceFactoryContext factory, ExtensionContext context) {
    isolation = Isolation.PROCESS;
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
