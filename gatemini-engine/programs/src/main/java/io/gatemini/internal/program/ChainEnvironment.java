package io.gatemini.internal.program;

import io.gatemini.config.OutputConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.state.OutputLedger;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ToolSet;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The surroundings of a chain. All members are thread-safe.
 *
 * @param reduction makes answers fit
 * @param context counts answers while they are made to fit, and runs what takes long
 * @param settings the settings in force
 * @param agent the tools that agents have beside programs
 * @param ledger hears of every answer and every end of a program
 */
public record ChainEnvironment(
    ChainGateway gateway,
    LosslessReduction reduction,
    PluginContext context,
    Settings settings,
    AgentTools agent,
    OutputLedger ledger) {
  /** These surroundings with another view of the gateway. */
  public ChainEnvironment with(ChainGateway other) {
    return new ChainEnvironment(other, reduction, context, settings, agent, ledger);
  }

  /** Bound of a chain that states none. */
  Duration timeout() {
    return settings.now().chainTimeout();
  }

  SandboxConfig sandbox() {
    return settings.now().sandbox();
  }

  OutputConfig output() {
    return settings.now().output();
  }

  /**
   * The tools that agents have and programs have not.
   *
   * @param run the one that runs programs
   * @param names all of them, and the gateway's own
   */
  public record AgentTools(String run, Set<String> names) {
    public AgentTools {
      names = Set.copyOf(names);
    }

    /** The tools of a surface. */
    public static AgentTools of(ToolSet surface) {
      Set<String> names = new HashSet<>();
      names.add("gatemini");
      surface.tools().forEach(tool -> names.add(tool.definition().name()));
      return new AgentTools(surface.words().run(), names);
    }
  }
}
