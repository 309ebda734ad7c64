package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of every {@link ScriptEngine}; a test of one extends this. */
public abstract class ScriptEngineContract {
  private static final int PATIENCE_SECONDS = 60;

  /** The engine; the test that extends this closes it. */
  protected abstract ScriptEngine engine();

  /** One of its languages. */
  protected abstract String language();

  /** A program that calls the tool {@code demo.echo} with no arguments and returns its answer. */
  protected abstract String calling();

  /** A program that never ends by itself. */
  protected abstract String endless();

  /** A text that is no program. */
  protected abstract String malformed();

  private final Host host = new Host();

  @Test
  void runsAProgramThatCallsATool() throws Exception {
    Outcome outcome = get(run(calling(), Duration.ofSeconds(30)));

    assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.OK);
    assertThat(outcome.value().toString()).contains("answer of demo.echo");
    assertThat(host.calls).containsExactly("demo.echo");
  }

  @Test
  void saysWhatIsNoProgram() throws Exception {
    Outcome outcome = get(run(malformed(), Duration.ofSeconds(30)));

    assertThat(outcome.status()).isIn(Status.SYNTAX, Status.ERROR);
    assertThat(outcome.message()).isNotBlank();
    assertThat(host.calls).isEmpty();
  }

  @Test
  void endsARunawayAtItsTimeAndRunsTheNext() throws Exception {
    assertThat(get(run(endless(), Duration.ofMillis(500))).status()).isEqualTo(Status.TIMEOUT);
    assertThat(get(run(calling(), Duration.ofSeconds(30))).status()).isEqualTo(Status.OK);
  }

  @Test
  void stopsAProgramThatNobodyWaitsFor() throws Exception {
    CompletableFuture<Outcome> run = run(endless(), Duration.ofSeconds(50));

    run.cancel(true);

    assertThat(get(run(calling(), Duration.ofSeconds(30))).status()).isEqualTo(Status.OK);
  }

  @Test
  void runsSeveralAtATime() throws Exception {
    CompletableFuture<Outcome> one = run(calling(), Duration.ofSeconds(30));
    CompletableFuture<Outcome> other = run(calling(), Duration.ofSeconds(30));

    assertThat(get(one).status()).isEqualTo(Status.OK);
    assertThat(get(other).status()).isEqualTo(Status.OK);
  }

  private CompletableFuture<Outcome> run(String code, Duration timeout) {
    return engine()
        .run(Program.of(code, language()), Limits.of(SandboxConfig.defaults(), timeout), host)
        .toCompletableFuture();
  }

  private static Outcome get(CompletableFuture<Outcome> run) throws Exception {
    return run.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** A gateway with one tool. */
  private static final class Host implements ScriptHost {
    final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final ScriptBackend demo =
        new ScriptBackend(
            "demo",
            "demo",
            List.of(new ScriptTool("echo", TestCatalog.tool("demo", "echo", "Answers."))));

    @Override
    public List<ScriptBackend> backends() {
      return List.of(demo);
    }

    @Override
    public Optional<ScriptBackend> backend(String name) {
      return Optional.of(demo).filter(backend -> backend.name().equals(name));
    }

    @Override
    public Optional<ToolDescriptor> resolve(String backend, String tool) {
      return backend(backend)
          .flatMap(known -> known.tools().stream().findFirst())
          .map(ScriptTool::tool)
          .filter(known -> known.originalName().equals(tool));
    }

    @Override
    public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
      calls.add(tool);
      return CompletableFuture.completedFuture(ToolResult.text("answer of " + tool));
    }

    @Override
    public RawJson search(String query, int limit) {
      return RawJson.parse("[]");
    }

    @Override
    public RawJson info(String tool) {
      throw new UnknownToolException("nothing is known of " + tool);
    }

    @Override
    public RawJson result(String id) {
      throw new UnknownToolException("no result " + id);
    }

    @Override
    public void log(String line) {}
  }
}
