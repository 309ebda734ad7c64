package io.gatemini.internal.surface;

import io.gatemini.internal.plugin.GuardedResources;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import java.util.List;

/** The sources with which host and plug-ins add resources and prompts. Immutable. */
public record Sources(List<ResourceSource> resources, List<PromptSource> prompts) {
  public Sources {
    resources = List.copyOf(resources);
    prompts = List.copyOf(prompts);
  }

  /** Nothing added. */
  static Sources none() {
    return new Sources(List.of(), List.of());
  }

  /** The sources of a gateway's plug-ins, the heaviest first. */
  public static Sources of(Plugins plugins, PluginContext context, Notifications notifications) {
    return new Sources(
        plugins.all(ResourceProvider.class).stream()
            .map(it -> resources(it, plugins, context, notifications))
            .toList(),
        plugins
            .made(
                PromptProvider.class,
                (provider, config) -> provider.create(config, context, notifications.source()))
            .toList());
  }

  private static ResourceSource resources(
      ResourceProvider provider,
      Plugins plugins,
      PluginContext context,
      Notifications notifications) {
    return new GuardedResources(
        provider.name(),
        plugins.made(provider, (it, config) -> it.create(config, context, notifications.source())));
  }
}
