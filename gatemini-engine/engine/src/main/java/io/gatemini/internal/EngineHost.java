package io.gatemini.internal;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.surface.host.SurfaceHost;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.ScriptLanguage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The engine as the tools of one surface see it, with what its clients may see. */
record EngineHost(GatewayEngine engine, GatewayView gateway, boolean allowsRegistration)
    implements SurfaceHost {
  @Override
  public GatewaySettings settings() {
    return engine.settings().now();
  }

  @Override
  public List<ScriptLanguage> languages() {
    return engine.scriptEngines.all();
  }

  @Override
  public Optional<String> settingsFault() {
    return engine.settings().fault();
  }

  @Override
  public Map<String, Long> secretsSeen() {
    Map<String, Long> seen = new TreeMap<>(engine.backends.secretWatch().seen());
    seen.keySet().removeIf(tool -> gateway.catalog().resolve(tool).isEmpty());
    return seen;
  }

  @Override
  public SortedMap<String, BackendFeatures> features() {
    SortedMap<String, BackendFeatures> features = engine.backends.features();
    features.keySet().removeIf(backend -> !gateway.sees(backend));
    return features;
  }

  @Override
  public Set<String> answeredTo(Session session) {
    return engine.backends.answeredTo(session);
  }

  @Override
  public Optional<String> namer(Session session, String uri) {
    return engine.backends.namer(session, uri);
  }

  @Override
  public void connected() {
    engine.ensureStarted();
  }

  @Override
  public CompletableFuture<Void> indexed() {
    return engine.indexed();
  }

  @Override
  public void looking() {
    engine.scriptEngines.prewarm();
  }

  @Override
  public void inspected(Session session, ToolDescriptor tool) {
    engine.inspections.inspected(session, tool);
  }

  @Override
  public CompletableFuture<List<SearchHit>> search(
      SearchRequest request, Predicate<ToolDescriptor> among) {
    engine.open.touch();
    engine.scriptEngines.prewarm();
    engine.ensureStarted();
    return engine.unlessClosed(() -> engine.retrieval.search(gateway.own(request), among));
  }

  @Override
  public Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits) {
    return engine.retrieval.furtherWords(gateway.own(request), hits);
  }

  @Override
  public ToolResult fitting(Session session, ToolResult answer) {
    return engine.chains.fitting(session, answer);
  }

  @Override
  public String missing() {
    return engine.backends.missing(gateway.catalog(), gateway::sees);
  }

  @Override
  public String missing(String backend) {
    return engine.backends.missing(gateway.catalog(), backend::equals);
  }
}
