package io.gatemini.internal.surface;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.internal.surface.notice.Notifications;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.ToolSet.Guide;
import io.gatemini.spi.ToolSet.Tool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** The surface of the seven tools over a gateway of the tests. */
public record GivenSurface(FixtureGateway gateway, GatewaySettings settings)
    implements SurfaceHost {
  /** Takes no notice. */
  public static final AnswerLedger NO_LEDGER =
      new AnswerLedger() {
        @Override
        public void answered(Session session, String metaTool, long bytes) {}

        @Override
        public void listed(Session session, long bytes) {}

        @Override
        public void left(Session session) {}
      };

  private static final GatewaySettings WITH_STRUCTURE =
      GatewaySettings.defaults().output(OutputConfig.defaults().structuredContent(true));

  public static ToolSurface over(FixtureGateway gateway) {
    return over(gateway, WITH_STRUCTURE);
  }

  public static ToolSurface over(FixtureGateway gateway, GatewaySettings settings) {
    GivenSurface host = new GivenSurface(gateway, settings);
    return over(host, tools(host));
  }

  private static ToolSurface over(GivenSurface host, ToolSet set) {
    Notifications notifications = new Notifications(host.gateway);
    ToolSurface surface =
        new ToolSurface(set, host, host.gateway, NO_LEDGER, notifications, Sources.none());
    notifications.subscribeTo(surface.subscribable());
    return surface;
  }

  /** A surface of one tool, whose description lists the catalog. */
  public static ToolSurface ofChangingTool(FixtureGateway gateway) {
    GivenSurface host = new GivenSurface(gateway, WITH_STRUCTURE);
    ToolSet tools = tools(host);
    Tool search = tools.tools().get(0);
    Tool changing =
        new Tool() {
          @Override
          public SurfaceTool definition() {
            return search.definition();
          }

          @Override
          public SurfaceTool definition(CatalogSnapshot catalog) {
            return new SurfaceTool(
                search.definition().name(),
                "",
                catalog.tools().stream().map(ToolDescriptor::key).toList().toString(),
                search.definition().inputSchema(),
                search.definition().outputSchema(),
                search.definition().annotations());
          }

          @Override
          public CompletionStage<ToolResult> call(SurfaceCall call) {
            return search.call(call);
          }
        };
    return over(
        host,
        new ToolSet() {
          @Override
          public List<Tool> tools() {
            return List.of(changing);
          }

          @Override
          public String instructions(CatalogSnapshot catalog) {
            return "";
          }

          @Override
          public NextSteps words() {
            return tools.words();
          }
        });
  }

  public static ToolSet tools(FixtureGateway gateway) {
    return tools(new GivenSurface(gateway, WITH_STRUCTURE));
  }

  public static List<Guide> guides() {
    try (FixtureGateway gateway = new FixtureGateway(CatalogFixture.of(0))) {
      return tools(gateway).guides();
    }
  }

  private static ToolSet tools(GivenSurface host) {
    PluginContext context = host.gateway;
    return new MetaTools.Provider().create(context.config(MetaTools.NAME), context, host);
  }

  @Override
  public List<ScriptLanguage> languages() {
    return List.of(JavaScript.LANGUAGE);
  }

  @Override
  public Optional<String> settingsFault() {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<List<SearchHit>> search(
      SearchRequest request, Predicate<ToolDescriptor> among) {
    return gateway
        .searchAsync(request)
        .thenApply(hits -> hits.stream().filter(hit -> among.test(hit.tool())).toList());
  }

  @Override
  public Map<String, Long> secretsSeen() {
    return Map.of();
  }

  @Override
  public SortedMap<String, BackendFeatures> features() {
    return new TreeMap<>();
  }

  @Override
  public Set<String> answeredTo(Session session) {
    return Set.of();
  }

  @Override
  public Optional<String> namer(Session session, String uri) {
    return Optional.empty();
  }

  @Override
  public void connected() {}

  @Override
  public CompletableFuture<Void> indexed() {
    return gateway.indexed;
  }

  @Override
  public void looking() {}

  @Override
  public void inspected(Session session, ToolDescriptor tool) {}

  @Override
  public Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits) {
    return gateway.further;
  }

  @Override
  public ToolResult fitting(Session session, ToolResult answer) {
    return answer;
  }

  @Override
  public String missing() {
    return gateway.missing;
  }

  @Override
  public String missing(String backend) {
    return gateway.missing.contains(backend) ? gateway.missing : "";
  }
}
