package io.gatemini.internal.inprocess;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.inprocess.InProcessBackend.InProcessProvider;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import org.junit.jupiter.api.AutoClose;

class InProcessBackendContractTest extends BackendContract {
  @AutoClose
  private final TestContext context =
      new TestContext(
              "java",
              BackendConfig.inProcess()
                  .tool("hello", "Greets.", "{\"type\":\"object\"}", arguments -> "hello"))
          .withThreads();

  @Override
  protected Backend backend() {
    return new InProcessProvider().create(context);
  }

  @Override
  protected BackendCall call() {
    return new BackendCall("hello", RawJson.emptyObject(), CallContext.local());
  }
}
