package io.gatemini.internal.surface;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.testing.SurfaceContract;
import java.util.Map;

class MetaToolsContractTest extends SurfaceContract {
  @Override
  protected SurfaceProvider surface() {
    return new MetaTools.Provider();
  }

  @Override
  protected SurfaceCall call() {
    return new SurfaceCall(
        "call_tool_chain",
        RawJson.ofValue(Map.of("code", "{\"tool\":\"files.read\",\"arguments\":{}}")),
        CallContext.local());
  }
}
