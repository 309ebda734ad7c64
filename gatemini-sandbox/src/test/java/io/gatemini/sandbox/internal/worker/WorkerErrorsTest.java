package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.worker.FaultyWorker.Place;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.MadeErrors;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An Error on a thread of a worker process ends the process, with a code and a last line. */
class WorkerErrorsTest {
  private static final int PATIENCE_SECONDS = 60;

  private final SandboxConfig config = WorkerEngineTest.config();
  private final JavaWorkers workers =
      JavaWorkers.of(new GraalJsFactory(), config, JsonNodeFactory.instance.objectNode());

  private Process faulty(Path scratch, Place place, MadeErrors kind) throws IOException {
    List<String> command = workers.command(scratch);
    int classPath = command.indexOf("-cp") + 1;
    command.set(
        classPath,
        command.get(classPath) + File.pathSeparator + System.getProperty("java.class.path"));
    command.subList(command.indexOf(WorkerMain.class.getName()), command.size()).clear();
    command.addAll(List.of(FaultyWorker.class.getName(), place.name(), kind.name()));
    return new ProcessBuilder(command).start();
  }

  @ParameterizedTest
  @EnumSource
  void endsTheProcessWithALastLine(Place place, @TempDir Path directory) throws Exception {
    Map<MadeErrors, Process> processes = new EnumMap<>(MadeErrors.class);
    for (MadeErrors kind : MadeErrors.values()) {
      Path scratch = Files.createDirectory(directory.resolve(kind.name()));
      processes.put(kind, faulty(scratch, place, kind));
    }
    for (Map.Entry<MadeErrors, Process> entry : processes.entrySet()) {
      Process process = entry.getValue();
      try {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
            .endsWith("the worker failed: " + entry.getKey().get() + System.lineSeparator());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void isReplaced() {
    AtomicInteger launched = new AtomicInteger();
    WorkerLauncher launcher =
        scratch ->
            launched.getAndIncrement() == 0
                ? faulty(scratch, Place.SCHEDULER, MadeErrors.LINKAGE)
                : workers.launch(scratch);
    try (EngineFixture fixture = new EngineFixture(config, launcher)) {
      Outcome first = fixture.run("1 + 1");

      assertThat(first.status()).isEqualTo(Status.REFUSED);
      assertThat(first.message())
          .contains("status 1 (the worker failed: " + MadeErrors.LINKAGE.get() + ")");
      await()
          .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
          .untilAsserted(() -> assertThat(fixture.run("1 + 1").value()).hasToString("2"));
    }
  }
}
