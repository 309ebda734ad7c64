package io.gatemini.sandbox;

import io.gatemini.spi.ScriptEngine;
import io.gatemini.testing.ScriptEngineContract;
import org.junit.jupiter.api.AutoClose;

/** The shipped engine keeps what each engine promises, in process. */
class EngineContractTest extends ScriptEngineContract {
  @AutoClose private final EngineFixture fixture = new EngineFixture(4);

  @Override
  protected ScriptEngine engine() {
    return fixture.engine;
  }

  @Override
  protected String language() {
    return "typescript";
  }

  @Override
  protected String calling() {
    return "const answer: string = await demo.echo({}); return answer;";
  }

  @Override
  protected String endless() {
    return "while (true) {}";
  }

  @Override
  protected String malformed() {
    return "return (((";
  }
}
