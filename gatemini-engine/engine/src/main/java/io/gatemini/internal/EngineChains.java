package io.gatemini.internal;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.answer.GuardedResultStore;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.call.CallPath;
import io.gatemini.internal.call.Inspections;
import io.gatemini.internal.program.ChainGateway;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.surface.BackendRequests;
import io.gatemini.internal.surface.meta.ToolRows;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The gateway as the programs of a session reach it. */
record EngineChains(
    GatewayView gateway,
    CallPath calls,
    Inspections inspections,
    Backends backends,
    ScriptEngines engines,
    ClientSurfaces surfaces,
    GuardedResultStore results)
    implements ChainGateway {
  /** The same for another session. */
  EngineChains of(GatewayView viewed) {
    return new EngineChains(viewed, calls, inspections, backends, engines, surfaces, results);
  }

  @Override
  public CatalogSnapshot catalog() {
    return gateway.catalog();
  }

  @Override
  public CompletableFuture<ToolResult> call(ToolCall call) {
    return isRequest(call.tool())
        ? surfaces.of(call.context().session()).requests().answer(call)
        : inspections.call(call);
  }

  @Override
  public boolean isRequest(String tool) {
    return BackendRequests.is(tool);
  }

  @Override
  public Optional<String> problem(String tool, RawJson arguments) {
    return isRequest(tool) ? Optional.empty() : calls.problem(tool, arguments, gateway.viewer());
  }

  @Override
  public Optional<String> down(String backend) {
    return calls.down(backend, gateway.viewer());
  }

  @Override
  public Optional<ToolDescriptor> withheld(String backend, String tool) {
    String name = backend + "." + tool;
    return backends
        .quarantine(name)
        .map(
            why ->
                new ToolDescriptor(
                    name, backend, BackendTool.of(tool, why, RawJson.emptyObject().tree())));
  }

  @Override
  public CompletableFuture<List<String>> named(String program, Duration patience) {
    return backends.settledOf(program, patience);
  }

  @Override
  public ProgramLanguage language(Optional<String> name) {
    return engines.language(name);
  }

  @Override
  public RawJson search(String query, int limit) {
    return ToolRows.of(gateway.search(SearchRequest.of(query).withLimit(limit)));
  }

  @Override
  public RawJson info(String tool) {
    return ToolRows.info(gateway, tool);
  }

  @Override
  public RawJson result(String session, String id) {
    return results.get(session, id);
  }
}
