package io.gatemini.internal.program;

import io.gatemini.spi.ToolSet;
import java.util.HashSet;
import java.util.Set;

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
