package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig;
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
  private static volatile boolean v8InProcess;

  /** Runs a test class on V8 in its own process: an empty subclass gets this extension. */
  public static final class NotButOnV8
      implements BeforeAllCallback, AfterAllCallback, TestInstancePreConstructCallback {
    @Override
    public void preConstructTestInstance(
        TestInstanceFactoryContext factory, ExtensionContext context) {
      v8InProcess = true;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
      v8InProcess = true;
    }

    @Override
    public void afterAll(ExtensionContext context) {
      v8InProcess = false;
    }
  }

  /** Whether programs of a test run on V8, whose words and a few names are others. */
  static boolean onV8() {
    return isolation == Isolation.PROCESS || v8InProcess;
  }

  /** The same with the engine of the test class. */
  static SandboxConfig engine(SandboxConfig config) {
    return v8InProcess && config.isolation() == Isolation.IN_PROCESS
        ? config.engine(SandboxConfig.Engine.V8)
        : config;
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
