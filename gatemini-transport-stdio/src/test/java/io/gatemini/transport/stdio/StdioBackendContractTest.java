package io.gatemini.transport.stdio;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import io.gatemini.transport.testing.ChildServer;
import org.junit.jupiter.api.AutoClose;

class StdioBackendContractTest extends BackendContract {
  @AutoClose
  private final TestContext context =
      new TestContext("child", ChildServer.config("tools/list tools meta")).withThreads();

  @Override
  protected Backend backend() {
    return new StdioBackendProvider().create(context);
  }

  @Override
  protected BackendCall call() {
    return new BackendCall("meta", RawJson.emptyObject(), CallContext.local());
  }
}
