package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.testing.ScriptEngineContract;
import org.junit.jupiter.api.AutoClose;

/** The engine for Lua keeps what each engine promises, in process. */
class LuaContractTest extends ScriptEngineContract {
  @AutoClose
  private final EngineFixture fixture =
      new EngineFixture(
          SandboxConfig.defaults().isolation(InWorkers.isolation()), new LuaProvider());

  @Override
  protected ScriptEngine engine() {
    return fixture.engine;
  }

  @Override
  protected String language() {
    return "lua";
  }

  @Override
  protected String calling() {
    return "result(demo.echo({}):await())";
  }

  @Override
  protected String endless() {
    return "while true do end";
  }

  @Override
  protected String malformed() {
    return "return (((";
  }
}
