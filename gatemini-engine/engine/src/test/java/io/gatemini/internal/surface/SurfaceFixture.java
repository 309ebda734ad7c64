package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;

/** A surface over {@link FixtureGateway}, called as a transport calls it. */
public abstract class SurfaceFixture {
  @AutoClose protected final FixtureGateway gateway = new FixtureGateway(RealisticTools.catalog());
  protected final ToolSurface surface = GivenSurface.over(gateway);

  protected ToolResult call(String tool, String arguments) {
    return start(Session.local(), tool, arguments).join();
  }

  protected CompletableFuture<ToolResult> start(Session session, String tool, String arguments) {
    RawJson json = RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    return surface.call(new SurfaceCall(tool, json, CallContext.of(session))).toCompletableFuture();
  }

  /** Starts a chain that the test ends, or leaves. */
  protected void begin(Session session, String arguments) {
    CompletableFuture<ToolResult> unused = start(session, "call_tool_chain", arguments);
  }

  protected String error(String tool, String arguments) {
    ToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(result.text()).isTrue();
    return result.text();
  }

  protected static JsonNode structured(ToolResult result) {
    return result.structuredContent().orElseThrow();
  }

  protected static JsonNode tree(String json) {
    return RawJson.parse(json).tree();
  }

  protected static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
