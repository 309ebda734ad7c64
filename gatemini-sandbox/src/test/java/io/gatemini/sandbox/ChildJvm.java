package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM for what spoils the one it runs in. */
public final class ChildJvm {
  /** The last output of a child, whose remains must end soon after. */
  static final String DONE = "done";

  private static final int MAX_SECONDS = 90;

  private ChildJvm() {}

  /** Runs a class in a JVM of its own and gives back what it printed. */
  public static String run(Class<?> main, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("child", ".txt");
    try {
      Process child =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = child.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
      child.destroyForcibly().waitFor();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as("it ended by itself; it printed: " + printed).isTrue();
      assertThat(child.exitValue()).as(printed).isZero();
      assertThat(printed).contains(DONE);
      return printed;
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** How long a child took from its last word to its end, given when it said that. */
  public static long millisSince(String printed, String word) {
    String line = printed.lines().filter(l -> l.startsWith(word + " ")).findFirst().orElseThrow();
    return System.currentTimeMillis() - Long.parseLong(line.substring(word.length() + 1).trim());
  }
}
