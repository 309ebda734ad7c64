package io.gatemini.sandbox.internal.lua;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The Lua 5.4 of the system (Debian's package {@code lua5.4}), whose answers are right. Where it is
 * absent a test that asks it is skipped; with CI=true it fails, unless {@code .ci/run} says in
 * LUA_ORACLE_MISSING why the package could not be installed.
 */
final class Oracle {
  private static final String COMMAND = "lua5.4";
  private static final String END = "\1end of answer\n";

  private Oracle() {}

  /** Starts the interpreter, or ends the test. */
  static Process start(ProcessBuilder builder, String... arguments) {
    builder.command().add(COMMAND);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("TZ", "UTC");
    try {
      return builder.start();
    } catch (IOException absent) {
      String reason = System.getenv("LUA_ORACLE_MISSING");
      if (reason == null && "true".equals(System.getenv("CI"))) {
        throw new AssertionError("needed where CI=true: " + COMMAND, absent);
      }
      return abort(reason == null ? COMMAND + " is not installed" : reason);
    }
  }

  /** The output of programs, one after the other in one process; an error is their last line. */
  static List<String> answers(List<String> programs) throws IOException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (String program : programs) {
      byte[] source = program.getBytes(StandardCharsets.ISO_8859_1);
      input.writeBytes((source.length + "\n").getBytes(StandardCharsets.US_ASCII));
      input.writeBytes(source);
    }
    // A file, since a pipe would fill while its answers wait.
    Path file = Files.createTempFile("programs", ".lua");
    try {
      Files.write(file, input.toByteArray());
      Process process =
          start(
              new ProcessBuilder(new ArrayList<>())
                  .redirectInput(file.toFile())
                  .redirectError(ProcessBuilder.Redirect.INHERIT),
              script().toString());
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      String[] answers = output.split(END, -1);
      return List.of(answers).subList(0, answers.length - 1);
    } finally {
      Files.delete(file);
    }
  }

  private static Path script() {
    try {
      return Path.of(
          Objects.requireNonNull(Oracle.class.getResource("/lua/oracle/answer.lua")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
