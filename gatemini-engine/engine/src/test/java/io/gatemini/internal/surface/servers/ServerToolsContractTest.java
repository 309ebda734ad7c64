package io.gatemini.internal.surface.servers;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.testing.SurfaceContract;

class ServerToolsContractTest extends SurfaceContract {
  @Override
  protected SurfaceProvider surface() {
    return new ServerTools.Provider();
  }

  @Override
  protected SurfaceCall call() {
    return new SurfaceCall(
        "execute",
        RawJson.parse("{\"script\":\"{\\\"tool\\\":\\\"files.read\\\",\\\"arguments\\\":{}}\"}"),
        CallContext.local());
  }
}
