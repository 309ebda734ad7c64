package io.gatemini.sandbox;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** An engine that the tests of a class share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
public abstract class SharedEngine {
  @AutoClose EngineFixture fixture;

  @BeforeAll
  public void open() {
    fixture = new EngineFixture(4);
  }
}
