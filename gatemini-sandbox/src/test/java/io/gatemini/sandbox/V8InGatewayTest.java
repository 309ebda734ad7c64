package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** V8 in the gateway's own process, for hosts that name both. */
@EnabledOnOs(OS.LINUX)
class V8InGatewayTest {
  private static final SandboxConfig CONFIG =
      SandboxConfig.defaults().engine(Engine.V8).isolation(Isolation.IN_PROCESS);

  @Test
  void runsThereWhereBothAreNamedAndNowhereElse() {
    String code = "try { null.x } catch (e) { return e.message }";
    long children = ProcessHandle.current().children().count();
    try (EngineFixture v8 = new EngineFixture(CONFIG);
        EngineFixture usual = new EngineFixture(CONFIG.engine(Engine.AUTO), new V8Provider())) {
      assertThat(v8.run(code).value().toString()).contains("properties of null");
      assertThat(usual.run(code).value().toString()).contains("property 'x' of null");
      assertThat(ProcessHandle.current().children().count()).isEqualTo(children);
    }
    assertThat(
            new V8Provider()
                .warning(CONFIG.maxStatements(5), JsonNodeFactory.instance.objectNode()))
        .hasValueSatisfying(said -> assertThat(said).startsWith("sandbox.max_statements: "));
  }

  /** V8 has one set of bounds in a process. */
  @Test
  void leavesAGatewayWithOtherBoundsToTheOtherEngine() {
    try (EngineFixture first = new EngineFixture(CONFIG);
        EngineFixture second = new EngineFixture(CONFIG.workerHeapBytes(32 << 20))) {
      assertThat(first.run("1 + 1").value()).hasToString("2");
      assertThat(second.run("try { null.x } catch (e) { return e.message }").value().toString())
          .contains("property 'x' of null");
    }
  }

  @Test
  void endsAProgramThatHoldsTooMuchOutsideOfItsHeap() {
    try (EngineFixture fixture = new EngineFixture(CONFIG)) {
      Outcome outcome = fixture.run("const b = []; for (;;) b.push(new Uint8Array(1e6).fill(1))");

      assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.MEMORY);
      assertThat(outcome.message()).contains("took more memory");
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
    }
  }

  /** A program in a call of its host reaches no safe point, however long the call takes. */
  @Values(
      """
      console.log('x') | await tools.search('x') | await tools.info('demo.echo') | typeof demo2
      await demo.echo({})
      """)
  void leavesAProgramAloneWhileTheGatewayTakesMemory(String call) {
    try (EngineFixture fixture = new EngineFixture(CONFIG)) {
      AtomicInteger grown = new AtomicInteger();
      TestHost plain = TestHost.echo();
      TestHost host =
          new TestHost(
              (tool, arguments) -> {
                grown.addAndGet(grow(fixture));
                return plain.call(tool, arguments);
              }) {
            @Override
            public RawJson search(String query, int limit) {
              grown.addAndGet(grow(fixture));
              return super.search(query, limit);
            }

            @Override
            public RawJson info(String tool) {
              grown.addAndGet(grow(fixture));
              return super.info(tool);
            }

            @Override
            public Optional<ScriptBackend> backend(String name) {
              grown.addAndGet(name.equals("demo2") ? grow(fixture) : 0);
              return super.backend(name);
            }

            @Override
            public void log(String line) {
              grown.addAndGet(grow(fixture));
            }
          };

      Outcome outcome = fixture.run(call + "; return 'done'", host);

      assertThat(grown).hasPositiveValue();
      assertThat(outcome.message()).isEmpty();
      assertThat(outcome.value()).hasToString("\"done\"");
    }
  }

  /** More than the growth at which programs are asked, and no byte of it theirs. */
  private static int grow(EngineFixture fixture) {
    fixture.awaitRounds();
    ByteBuffer taken = ByteBuffer.allocateDirect(200 << 20);
    fixture.awaitRounds();
    return taken.capacity();
  }

  /** Each attack of the table; the isolation page names what may end the process. */
  @Test
  @Tag("long")
  void isHarmedByFewAttacksAndThenEndsAsAWhole() throws Exception {
    List<String> ended = new ArrayList<>();
    List<Attack> attacks = Attack.all();
    int next = 0;
    while (next < attacks.size()) {
      int last = attacked(next);
      if (last < attacks.size()) {
        ended.add(attacks.get(last).name());
      }
      next = last + 1;
    }

    assertThat(ended).hasSizeLessThan(10);
  }

  /** The number of the attack that ended the process; that after the last where none did. */
  private static int attacked(int first) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                AttackedGateway.class.getName(),
                Integer.toString(first))
            .redirectErrorStream(true)
            .start();
    int last = first;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("begin ")) {
          last = Integer.parseInt(line.substring("begin ".length()));
        } else if (line.startsWith("end ")) {
          assertThat(line).as("attack %s", last).endsWith("next [2,3]");
        } else if (line.equals(ChildJvm.DONE)) {
          last = Attack.all().size();
        }
      }
    }
    process.waitFor();
    return last;
  }
}
