package io.gatemini.internal.surface.resource;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.plugin.GuardedResources;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResourceSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Resources that are nothing but templates whose variables have values. */
public final class GivenTemplates {
  public static final String TOOL = "gatemini://tool/{tool_name}{?detail}";
  public static final String BACKEND = "gatemini://backend/{backend_name}";

  private GivenTemplates() {}

  /** Templates of tools and backends over a gateway, and those of sources. */
  public static Resources over(Gateway gateway, PluginContext context, ResourceSource... sources) {
    return new Resources(
        List.of(
            given(
                TOOL,
                "tool_name",
                () -> gateway.catalog().tools().stream().map(ToolDescriptor::key).toList()),
            given(
                BACKEND,
                "backend_name",
                () -> gateway.backends().stream().map(BackendStatus::name).toList())),
        List.of(),
        context,
        GivenSurface.NO_LEDGER,
        Stream.of(sources).<ResourceSource>map(it -> new GuardedResources("given", it)).toList(),
        new BackendResources(
            Map::of,
            session -> Set.of(),
            (session, uri) -> Optional.empty(),
            Set::of,
            () -> false));
  }

  private static OwnResource given(String template, String name, Supplier<List<String>> values) {
    return OwnResource.of(
            new ResourceTemplate(template, name, "", "", Reading.TEXT),
            (session, variables) -> new Reading(Reading.TEXT, variables.toString()))
        .withValues(name, values);
  }
}
