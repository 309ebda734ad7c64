package io.gatemini.internal.surface.resource;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.wrapper.GuardedResources;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResourceSource;
import java.util.List;
import java.util.Map;
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
        List.of(),
        List.of(
            new Given(
                TOOL,
                "tool_name",
                () -> gateway.catalog().tools().stream().map(ToolDescriptor::key).toList()),
            new Given(
                BACKEND,
                "backend_name",
                () -> gateway.backends().stream().map(BackendStatus::name).toList())),
        context,
        AnswerLedger.none(),
        Stream.of(sources).<ResourceSource>map(it -> new GuardedResources("given", it)).toList(),
        new BackendResources(Map::of, session -> Set.of(), () -> false));
  }

  private record Given(String template, String name, Supplier<List<String>> values)
      implements TemplatedResource {
    @Override
    public ResourceTemplate definition() {
      return new ResourceTemplate(template, name, "", "", Reading.TEXT);
    }

    @Override
    public Reading read(Session session, Map<String, String> variables) {
      return new Reading(Reading.TEXT, variables.toString());
    }

    @Override
    public List<String> values(String variable) {
      return variable.equals(name) ? values.get() : List.of();
    }
  }
}
