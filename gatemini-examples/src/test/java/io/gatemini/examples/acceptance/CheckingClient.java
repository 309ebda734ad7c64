package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A program of {@code src/test/npm} that starts a server, checks it as a client, and prints what
 * came of each check. Its first line names all of them, so that one it did not reach is a failure.
 */
final class CheckingClient {
  private static final long LIMIT_SECONDS = 150;
  private static final int SHOWN_LOG = 1_000;

  private CheckingClient() {}

  /**
   * Runs the program to its end.
   *
   * @param directory where its output goes
   * @param script the program
   * @param arguments what it is given before the command line of the server
   * @return a test for each check
   */
  static Stream<DynamicTest> run(
      Path directory, NodePackages npm, String script, List<String> arguments, BundledServer server)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(server.command());
    return run(directory, npm, script, all);
  }

  /** Runs a program that finds its server in its arguments. */
  static Stream<DynamicTest> run(
      Path directory, NodePackages npm, String script, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(npm.node().toString());
    command.add(npm.directory().resolve(script).toString());
    command.addAll(arguments);
    Path output = directory.resolve("checks.jsonl");
    Path log = directory.resolve("client.log");
    Process client =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(log.toFile())
            .start();
    boolean ended;
    try {
      ended = client.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      Stream.concat(client.descendants(), Stream.of(client.toHandle()))
          .toList()
          .forEach(ProcessHandle::destroyForcibly);
    }
    String errors = Files.readString(log);
    Map<String, String> problems = problems(Files.readAllLines(output));
    assertThat(problems).as("the checks of %s; its log: %s", script, errors).isNotEmpty();
    return Stream.concat(
        problems.entrySet().stream().map(check -> check(check.getKey(), check.getValue(), errors)),
        Stream.of(
            DynamicTest.dynamicTest(
                "the program ends",
                () -> {
                  assertThat(ended).as(errors).isTrue();
                  assertThat(client.exitValue()).as(errors).isZero();
                })));
  }

  private static Map<String, String> problems(List<String> lines) throws IOException {
    Map<String, String> problems = new LinkedHashMap<>();
    for (String line : lines) {
      JsonNode said = RawMcpClient.JSON.readTree(line);
      said.path("plan").forEach(name -> problems.put(name.asText(), "it was not reached"));
      if (said.has("check")) {
        problems.put(said.path("check").asText(), said.path("problem").asText());
      }
    }
    return problems;
  }

  private static DynamicTest check(String name, String problem, String errors) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          if (!problem.isEmpty()) {
            fail(problem + "; the log ends: " + end(errors));
          }
        });
  }

  private static String end(String text) {
    return text.substring(Math.max(0, text.length() - SHOWN_LOG));
  }
}
