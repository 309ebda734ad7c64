package io.gatemini.auto;

import io.gatemini.spi.ToolSet.NextSteps;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The next steps of an agent that has all tools before it, or the seven.
 *
 * @param isDirect whether it has all tools now
 */
record AutoWords(NextSteps meta, BooleanSupplier isDirect) implements NextSteps {
  private String of(Function<NextSteps, String> step) {
    return isDirect.getAsBoolean() ? "this server's list of tools" : step.apply(meta);
  }

  @Override
  public String find() {
    return of(NextSteps::find);
  }

  @Override
  public String list() {
    return of(NextSteps::list);
  }

  @Override
  public String look() {
    return of(NextSteps::look);
  }

  @Override
  public String types() {
    return of(NextSteps::types);
  }

  @Override
  public String run() {
    return meta.run();
  }

  @Override
  public Optional<String> register() {
    return meta.register();
  }

  @Override
  public String all() {
    return of(NextSteps::all);
  }
}
