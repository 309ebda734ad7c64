package io.gatemini.internal.plugin;

import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.spi.ScriptEngineProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The script engines that a configuration chooses.
 *
 * @param engines each with the languages that no earlier one has
 * @param warnings what an operator should know before the first program runs
 */
public record EngineChoice(Map<ScriptEngineProvider, Set<String>> engines, List<String> warnings) {
  /** The language that has several engines, of which {@code sandbox.engine} names one. */
  public static final String SCRIPT = "typescript";

  /** Chooses among the plug-ins. */
  public static EngineChoice of(Plugins plugins, SandboxConfig sandbox) {
    Map<ScriptEngineProvider, Set<String>> engines = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    Set<String> taken = new LinkedHashSet<>();
    for (ScriptEngineProvider provider : plugins.all(ScriptEngineProvider.class)) {
      Set<String> names = new LinkedHashSet<>(provider.languages());
      names.removeAll(taken);
      if (!names.isEmpty() && isWanted(provider, sandbox.engine())) {
        taken.addAll(names);
        engines.put(provider, names);
        provider.warning(sandbox, plugins.config(provider.name())).ifPresent(warnings::add);
      }
    }
    if (sandbox.engine() != Engine.AUTO && !taken.contains(SCRIPT)) {
      warnings.add(
          "sandbox.engine is "
              + sandbox.engine().name().toLowerCase(Locale.ROOT)
              + ", which is not on the class path; set it to auto, or take the zip that has it: V8"
              + " is in that of a platform, GraalJS in the portable one");
    }
    return new EngineChoice(engines, warnings);
  }

  /** Whether the engine is not another one than that which the configuration names. */
  private static boolean isWanted(ScriptEngineProvider provider, Engine wanted) {
    return wanted == Engine.AUTO
        || !provider.languages().contains(SCRIPT)
        || provider.name().equalsIgnoreCase(wanted.name());
  }
}
