package io.gatemini.internal;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.surface.SurfaceHost;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.ScriptLanguage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The engine as its tools for agents see it. */
record EngineHost(GatewayEngine gateway, boolean allowsRegistration) implements SurfaceHost {
  @Override
  public GatewaySettings settings() {
    return gateway.settings().now();
  }

  @Override
  public List<ScriptLanguage> languages() {
    return gateway.scriptEngines.all();
  }

  @Override
  public Optional<String> settingsFault() {
    return gateway.settings().fault();
  }

  @Override
  public Map<String, Long> secretsSeen() {
    return gateway.backends.secretWatch().seen();
  }

  @Override
  public SortedMap<String, BackendFeatures> features() {
    return gateway.backends.features();
  }

  @Override
  public Set<String> answeredTo(Session session) {
    return gateway.backends.answeredTo(session);
  }

  @Override
  public void connected() {
    gateway.ensureStarted();
  }

  @Override
  public CompletableFuture<Void> indexed() {
    return gateway.indexed();
  }

  @Override
  public void looking() {
    gateway.scriptEngines.prewarm();
  }

  @Override
  public void inspected(Session session, ToolDescriptor tool) {
    gateway.inspections.inspected(session, tool);
  }

  @Override
  public CompletableFuture<List<SearchHit>> search(
      SearchRequest request, Predicate<ToolDescriptor> among) {
    gateway.open.touch();
    gateway.scriptEngines.prewarm();
    gateway.ensureStarted();
    return gateway.unlessClosed(() -> gateway.retrieval.search(request, among));
  }

  @Override
  public Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits) {
    return gateway.retrieval.furtherWords(request, hits);
  }

  @Override
  public ToolResult fitting(Session session, ToolResult answer) {
    return gateway.chains.fitting(session, answer);
  }

  @Override
  public String missing() {
    return gateway.backends.missing(gateway.catalog());
  }

  @Override
  public String missing(String backend) {
    return gateway.backends.missing(gateway.catalog(), backend);
  }
}
