package io.gatemini.auto;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.testing.SurfaceContract;

class AutoToolsContractTest extends SurfaceContract {
  @Override
  protected SurfaceProvider surface() {
    return new AutoSurface();
  }

  @Override
  protected SurfaceCall call() {
    return new SurfaceCall("files__read", RawJson.emptyObject(), CallContext.local());
  }
}
