package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestScript;
import io.gatemini.testing.TestTransport;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;

/** Programs whose calls switch tools on, which are looked up when they are called. */
class ToolsThatAppearTest {
  private final TestTransport transport = new TestTransport("scripted");

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          Gateway.builder()
              .plugin(transport)
              .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
              .backend("b", BackendConfig.of("scripted")));

  ToolsThatAppearTest() {
    transport
        .backend("b")
        .answer(
            call -> {
              if (call.tool().equals("work")) {
                transport.change("b", TestScript.tool("work"), TestScript.tool("added"));
              }
              if (call.tool().equals("added") && gateway().catalog().tools("late").isEmpty()) {
                gateway().register("late", BackendConfig.of("scripted"));
              }
              return CompletableFuture.completedFuture(ToolResult.text("called " + call.tool()));
            });
  }

  private Gateway gateway() {
    return gateway;
  }

  @Table(
      """
      typescript | await b.work({}); return await b.added({})
      lua | b.work({}):await() return b.added({}):await()
      typescript | await b.work({}); while (!b.added) await sleep(5); return await b.added({})
      typescript | await b.work({}); while (!('added' in b)) await sleep(5); return b.added({})
      typescript | await b.work({}); while (!Object.keys(b).includes('added')) await sleep(5); \
      return __backends.b.added({})
      typescript | await b.work({}); while (true) try { return await b.added({}) } \
      catch (e) { await sleep(5) }
      typescript | await b.work({}); await b.added({}); while (typeof late === 'undefined') \
      await sleep(5); await late.work({}); return 'called ' + Object.keys(b).at(-1)
      lua | b.work({}):await() while not b.added do b.work({}):await() end \
      return b.added({}):await()
      """)
  void findsATool(String language, String code) {
    assertThat(gateway.run(ChainRequest.of(code).withLanguage(language)).text())
        .isEqualTo("called added");
  }
}
