package io.gatemini.transport.cli;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import org.junit.jupiter.api.AutoClose;

class CliBackendContractTest extends BackendContract {
  @AutoClose
  private final TestContext context =
      new TestContext(
              "cli",
              BackendConfig.of("cli-adapter")
                  .option(
                      "tools",
                      RawJson.parse(
                              "{\"run\": {\"description\": \"Greets.\", \"command\": \"echo hello\"}}")
                          .tree()))
          .withThreads();

  @Override
  protected Backend backend() {
    return new CliBackendProvider().create(context);
  }

  @Override
  protected BackendCall call() {
    return new BackendCall("run", RawJson.emptyObject(), CallContext.local());
  }
}
