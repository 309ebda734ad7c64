package io.gatemini.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.StateStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promises of the file store with several processes, some of which are killed. */
class FileStateProcessesTest {
  private static final int KEYS = 40;

  /** About how long a flush takes: kills fall anywhere in it. */
  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  @TempDir Path directory = Path.of("");

  private Path file() {
    return directory.resolve("cache.json");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void loseNothingToEachOther(int count) throws Exception {
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      writers.add(StateWriter.start(file(), "keys", i + "-", Integer.toString(KEYS)));
    }
    for (Process writer : writers) {
      assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(writer.exitValue()).isZero();
    }

    StateStore store = StateStore.file(file());
    assertThat(store.read("all", "count"))
        .hasValue(Integer.toString(count * KEYS).getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < count; i++) {
      for (int key = 0; key < KEYS; key++) {
        assertThat(store.read("mine", i + "-" + key))
            .hasValue(Integer.toString(key).getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(names()).containsExactly("cache.json", "cache.json.lock");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    }
  }

  /** The limit stands for a disk that is full: the system refuses to make the file larger. */
  @Test
  void remembersWhatDoesNotFitOnTheDisk() throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"));
    command.addAll(StateWriter.command(file(), "more", "1000000"));
    Process writer = new ProcessBuilder(command).start();

    String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String log = new String(writer.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said.strip()).isEqualTo("Optional[1] Optional[1000000]");
    assertThat(log).containsOnlyOnce("stays in memory");
    StateStore store = StateStore.file(file());
    assertThat(store.read("mine", "small")).hasValue(new byte[1]);
    assertThat(store.read("mine", "large")).isEmpty();
    assertThat(names()).containsExactly("cache.json", "cache.json.lock");
  }

  @Test
  @Timeout(120)
  void isWholeAfterAWriterWasKilled() throws Exception {
    killWriters(8);
  }

  @Test
  @Tag("long")
  @Timeout(900)
  void isWholeAfterAHundredWritersWereKilled() throws Exception {
    killWriters(100); // at other moments in each run
  }

  private void killWriters(int times) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int reached = -1;
    for (int i = 0; i < times; i++) {
      int told = reached;
      Process writer = StateWriter.start(file(), "pairs", Integer.toString(reached + 1));
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
        for (int line = random.nextInt(4); line >= 0; line--) {
          told = Integer.parseInt(String.valueOf(lines.readLine()));
        }
        long end = System.nanoTime() + random.nextLong(FLUSH_NANOS);
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        writer.toHandle().destroyForcibly(); // which leaves its output to be read
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          told = Integer.parseInt(line);
        }
      }
      assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();

      reached = StateWriter.pair(FileStateStore.unshared(file()));

      assertThat(reached).as("kill %d of seed %d", i, seed).isBetween(told, told + 1);
      assertThat(names()).noneMatch(name -> name.contains("unreadable"));
    }
  }
}
