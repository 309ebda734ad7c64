package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogRotationTest {
  @Test
  @SuppressWarnings("try") // it works beside the test
  void waitsForItsNextLookWhereALogCannotBeRotated(@TempDir Path directory) throws Exception {
    Path log = Files.writeString(directory.resolve("d.log"), "more than ten bytes");
    Files.createDirectories(directory.resolve("d.log.1/full"));

    try (LogRotation rotation = new LogRotation(log, 10, Duration.ofHours(1))) {
      await().atMost(Duration.ofSeconds(60)).until(LogRotationTest::isAsleep);
    }
  }

  private static boolean isAsleep() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("gatemini-log-rotation"))
        .anyMatch(thread -> thread.getValue()[0].getMethodName().startsWith("sleep"));
  }

  @Test
  @SuppressWarnings("try") // it works beside the test
  void saysOnceThatALogCannotBeRotatedAndGoesOn(@TempDir Path directory) throws Exception {
    Path log = Files.writeString(directory.resolve("d.log"), "more than ten bytes");
    Path inTheWay = Files.createDirectories(directory.resolve("d.log.1/full"));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (LogRotation rotation = new LogRotation(log, 10, Duration.ofMillis(5))) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> said.toString(StandardCharsets.UTF_8).contains(log + " cannot be rotated"));

      Files.delete(inTheWay);

      await().atMost(Duration.ofSeconds(60)).until(() -> Files.size(log) == 0);
    } finally {
      System.setErr(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8).split("cannot be rotated", -1)).hasSize(2);
    assertThat(directory.resolve("d.log.1")).hasContent("more than ten bytes");
  }
}
