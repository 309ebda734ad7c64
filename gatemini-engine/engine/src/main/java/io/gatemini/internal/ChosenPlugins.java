package io.gatemini.internal;

import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.internal.trust.GuardedRegistrationPolicy;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.CallInterceptorProvider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.RegistrationPolicyProvider;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.ToolSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Selects a gateway's plug-ins: the host's choice, then the settings', then the one of the highest
 * weight.
 */
record ChosenPlugins(Settings settings, HostParts parts, EngineContext context, Plugins plugins) {
  ToolSet tools(SurfaceHost host) {
    SurfaceProvider chosen =
        plugins.required(SurfaceProvider.class, settings.now().surface(), "surface");
    ToolSet tools =
        plugins.made(chosen, (provider, config) -> provider.create(config, context, host));
    return Plugins.made(
        chosen,
        () -> {
          // Missing parts are detected here, so that the message names the plug-in.
          Objects.requireNonNull(tools.words().run(), "its words name no tool that runs tools");
          tools.tools().forEach(tool -> Objects.requireNonNull(tool.definition(), "definition"));
          Objects.requireNonNull(tools.guides(), "guides() is null");
          Objects.requireNonNull(tools.prompts(), "prompts() is null");
          return tools;
        });
  }

  Retriever retriever() {
    RetrieverProvider chosen =
        settings
            .now()
            .retrieval()
            .map(name -> plugins.required(RetrieverProvider.class, name, "search.retrieval"))
            .orElseGet(() -> plugins.all(RetrieverProvider.class).get(0));
    return plugins.made(chosen, (provider, config) -> provider.create(config, context));
  }

  RegistrationPolicy registrationPolicy() {
    RegistrationPolicy policy =
        parts
            .registrationPolicy()
            .or(settings.now()::registrationPolicy)
            .or(
                () ->
                    plugins
                        .made(
                            RegistrationPolicyProvider.class,
                            (provider, config) -> provider.create(config, context))
                        .findFirst())
            .orElseGet(RegistrationPolicy::guarded);
    return GuardedRegistrationPolicy.of(policy, settings::now);
  }

  List<CallInterceptor> interceptors() {
    return Stream.concat(
            parts.interceptors().stream(),
            plugins.made(
                CallInterceptorProvider.class,
                (provider, config) -> provider.create(config, context)))
        .toList();
  }

  GuardedResultStore results(String run) {
    OutputConfig output = settings.now().output();
    Limits limits = new Limits(output.maxStoredBytes(), output.maxStoredAge());
    return plugins
        .made(
            ResultStoreProvider.class,
            (provider, config) -> {
              ResultStore made = provider.create(config, limits, context);
              boolean isOwn = !(provider instanceof GuardedResultStore.Given);
              return new GuardedResultStore(made, isOwn, limits.maxBytes(), run);
            })
        .findFirst()
        .orElseThrow();
  }
}
