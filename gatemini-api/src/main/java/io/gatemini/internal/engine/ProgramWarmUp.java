package io.gatemini.internal.engine;

import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptLanguage;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Runs the code behind a program before the first one comes, so that it is loaded and compiled by
 * then. Found by {@link java.util.ServiceLoader}: the bundled server has one.
 */
public interface ProgramWarmUp {
  /**
   * Begins in the background, and pauses as long as the gateway has something to do.
   *
   * @param engine runs the programs; this does not close it
   * @param language of the programs
   * @param quietNanos how long the gateway has had nothing to do
   * @return how many of its programs the engine runs at the moment
   */
  IntSupplier begin(ScriptEngine engine, ScriptLanguage language, LongSupplier quietNanos);
}
