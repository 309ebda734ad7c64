package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.SearchBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.internal.async.Futures;
import java.util.List;
import java.util.Set;

/** The tools of the gateway's surface, without some of them. */
record MetaToolOffer(Gateway gateway, Set<String> without) implements ToolOffer {
  @Override
  public List<OfferedTool> tools(ToolProviderRequest request, Session session) {
    return gateway.agentTools(session, without).stream().map(MetaToolOffer::offered).toList();
  }

  /** Such a tool is no find of a search, and seen beside one at any time. */
  static OfferedTool offered(GatewayTool tool) {
    return new OfferedTool(
        Specifications.builder(tool.name(), tool.description(), tool.inputSchema())
            .addMetadata(ToolSpecification.METADATA_SEARCH_BEHAVIOR, SearchBehavior.ALWAYS_VISIBLE)
            .build(),
        (arguments, context) -> tool.withContext(context).callAsync(arguments));
  }

  /** Descriptions list the backends, which change. */
  @Override
  public boolean isDynamic() {
    return true;
  }

  /** In the words of the surface, which knows its own tools and those of the backends. */
  @Override
  public String unknown(String name) {
    Surface surface = gateway.surface();
    if (surface.hasTool(name)) {
      return "tool \"" + name + "\" was not offered; try again";
    }
    SurfaceCall call = new SurfaceCall(name, RawJson.emptyObject(), CallContext.local());
    return Futures.await(surface.call(call).toCompletableFuture()).text();
  }
}
