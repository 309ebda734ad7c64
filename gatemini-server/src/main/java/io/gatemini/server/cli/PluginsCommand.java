package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.PluginInfo;
import io.gatemini.PluginInfo.Origin;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists plug-ins. */
@Command(name = "plugins", description = "List the plug-ins in use; needs no configuration.")
final class PluginsCommand extends Subcommand implements Callable<Integer> {
  @Override
  public Integer call() {
    try (Gateway gateway = parent.config == null ? Gateway.builder().build() : parent.open()) {
      return list(gateway);
    }
  }

  private int list(Gateway gateway) {
    for (PluginInfo plugin : gateway.plugins()) {
      out()
          .printf(
              Locale.ROOT,
              "%-21s %-16s %11d  %-10s %s%n",
              plugin.kind(),
              plugin.name(),
              plugin.weight(),
              origin(plugin.origin()),
              plugin.implementation());
    }
    return 0;
  }

  private static String origin(Origin origin) {
    return switch (origin) {
      case BUILT_IN -> "built in";
      case DISCOVERED -> "discovered";
      case EXPLICIT -> "given";
    };
  }
}
