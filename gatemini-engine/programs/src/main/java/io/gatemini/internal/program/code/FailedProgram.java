package io.gatemini.internal.program.code;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptLanguage.HintContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A program that failed.
 *
 * @param catalog the tools
 * @param names how they are written
 * @param whyDown why a backend that has no tools is not available
 * @param answers the forms of answers by the keys of their tools
 * @param outside names that agents know, and programs do not have
 * @param code the program
 * @param time how long a hint may be looked for
 */
public record FailedProgram(
    CatalogSnapshot catalog,
    ScriptNames names,
    Function<String, Optional<String>> whyDown,
    Map<String, String> answers,
    Set<String> outside,
    String code,
    TimeBudget time)
    implements HintContext {
  @Override
  public List<ScriptBackend> backends() {
    return names.backends();
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    return names.backend(name);
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    return names.resolve(backend, tool);
  }

  @Override
  public String expression(ToolDescriptor tool) {
    return names.expression(tool);
  }

  @Override
  public Optional<String> down(String backend) {
    return whyDown.apply(backend);
  }

  @Override
  public Optional<String> answer(ToolDescriptor tool) {
    return Optional.ofNullable(answers.get(tool.key()));
  }

  @Override
  public boolean isOutside(String name) {
    return outside.contains(name);
  }

  @Override
  public boolean isOver() {
    return time.isOver();
  }
}
