package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.MadeErrors;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of Error in each function of the host: it fails that call, and nothing else. */
public class HostErrorsTest extends SharedEngine {
  /** Where the host throws, and what of a program leads there. */
  public enum Place {
    CALL("await demo.echo({})"),
    CALL_LATER("await demo.echo({})"),
    BACKENDS("return Object.keys(__backends).length"),
    BACKEND("await demo.echo({})"),
    RESOLVE("await demo['ec' + 'ho2']({})"),
    SEARCH("await tools.search('x')"),
    INFO("await tools.info('demo.echo')"),
    RESULT("await results.get('r1')"),
    LOG("console.log('x')");

    private final String code;

    Place(String code) {
      this.code = code;
    }

    /** A line that is written in another process is not waited for. */
    private boolean isHeard() {
      return this != LOG;
    }
  }

  record Case(Place place, MadeErrors kind) {}

  static Stream<Case> all() {
    return Stream.of(Place.values())
        .flatMap(place -> Stream.of(MadeErrors.values()).map(kind -> new Case(place, kind)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void failsThatCallAndNothingElse(Case tried) {
    FaultyHost host = new FaultyHost(tried);
    try (LoggedErrors logged = new LoggedErrors()) {
      Outcome failed =
          fixture.run(
              "try { " + tried.place.code + " } catch (e) { return 'caught ' + e.message }", host);
      Outcome next = fixture.run("return await demo.echo({a: 1})");

      assertThat(failed.status()).as("%s", failed).isEqualTo(Status.OK);
      assertThat(failed.value().toString())
          .matches(tried.place.isHeard() ? "\"caught .*" : "null|\"caught .*")
          .doesNotContain("made");
      assertThat(next.status()).isEqualTo(Status.OK);
      assertThat(next.value()).hasToString("{\"a\":1}");
      Class<?> kind = tried.kind.get().getClass();
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .untilAsserted(() -> assertThat(logged.times(kind)).isEqualTo(host.thrown.get()));
      assertThat(host.thrown).hasPositiveValue();
    } catch (VirtualMachineError e) {
      // JUnit ends at one, and says nothing of the other cases.
      throw new AssertionError("it came back to the caller", e);
    }
  }

  private static final class FaultyHost extends TestHost {
    private final Case tried;
    private final AtomicInteger thrown = new AtomicInteger();

    FaultyHost(Case tried) {
      super(
          (tool, arguments) ->
              CompletableFuture.completedFuture(ToolResult.text(arguments.toString())));
      this.tried = tried;
    }

    private void at(Place place) {
      if (place == tried.place) {
        thrown.incrementAndGet();
        throw tried.kind.get();
      }
    }

    @Override
    public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
      at(Place.CALL);
      try {
        at(Place.CALL_LATER);
      } catch (Error e) {
        return CompletableFuture.failedFuture(e);
      }
      return super.call(tool, arguments);
    }

    @Override
    public List<ScriptBackend> backends() {
      at(Place.BACKENDS);
      return super.backends();
    }

    @Override
    public Optional<ScriptBackend> backend(String name) {
      if (name.equals("demo")) {
        at(Place.BACKEND);
      }
      return super.backend(name);
    }

    @Override
    public Optional<ToolDescriptor> resolve(String backend, String tool) {
      at(Place.RESOLVE);
      return super.resolve(backend, tool);
    }

    @Override
    public RawJson search(String query, int limit) {
      at(Place.SEARCH);
      return super.search(query, limit);
    }

    @Override
    public RawJson info(String tool) {
      at(Place.INFO);
      return super.info(tool);
    }

    @Override
    public RawJson result(String id) {
      at(Place.RESULT);
      return super.result(id);
    }

    @Override
    public void log(String line) {
      at(Place.LOG);
    }
  }
}
