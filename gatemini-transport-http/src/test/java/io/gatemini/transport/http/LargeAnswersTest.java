package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestHttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many large answers at once over HTTP, in a process with the heap of the bundled server. */
@Tag("long")
class LargeAnswersTest {
  private static final String WORDS = "some words, and more of them ".repeat(1_000);
  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");

  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  Path directory;

  @ParameterizedTest
  @CsvSource({"6, 40, json", "16, 12, json", "16, 12, events"})
  void areAnsweredOrFailAlone(int answers, int megabytes, String form) throws Exception {
    Path log = directory.resolve("log");
    try (TestHttpServer server =
        new TestHttpServer((request, answer) -> serve(request, answer, form))) {
      Process gateway =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-Xmx256m",
                  "-Xmn24m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LargeAnswersTest.class.getName(),
                  server.url(),
                  "" + answers,
                  "" + megabytes * 1_000_000)
              .redirectError(log.toFile())
              .start();
      try {
        List<String> said =
            new String(gateway.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(gateway.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).as(Files.readString(log)).hasSize(answers + 3);
        assertThat(said.subList(0, answers))
            .allSatisfy(
                line -> {
                  if (line.startsWith("refused ")) {
                    assertThat(line).contains("max_in_flight_bytes").contains("ask for less");
                  } else {
                    assertThat(line).startsWith("answered [");
                  }
                });
        assertThat(said.get(answers)).startsWith("answered [");
        assertThat(Long.parseLong(said.get(answers + 1))).isLessThan(50);
        assertThat(said.get(answers + 2)).isEqualTo("in flight: 0");
        assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
      } finally {
        gateway.destroyForcibly();
      }
    }
  }

  private static void serve(
      TestHttpServer.Received request, TestHttpServer.Answer answer, String form)
      throws IOException {
    Matcher id = ID.matcher(request.body());
    String begin = id.find() ? "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" : "";
    if (request.body().contains("\"initialize\"")) {
      answer.json(
          begin
              + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
              + "\"serverInfo\":{\"name\":\"large\",\"version\":\"1\"}}}");
    } else if (request.body().contains("\"tools/list\"")) {
      answer.json(begin + "{\"tools\":[{\"name\":\"text\"}]}}");
    } else if (request.body().contains("\"tools/call\"")) {
      Matcher size = Pattern.compile("\"size\":(\\d+)").matcher(request.body());
      assertThat(size.find()).isTrue();
      boolean events = form.equals("events");
      large(
          answer,
          (events ? "data: " : "") + begin + "{\"content\":[{\"type\":\"text\",\"text\":\"",
          Integer.parseInt(size.group(1)),
          "\"}]}}" + (events ? "\n\n" : ""),
          events ? "text/event-stream" : "application/json");
    } else {
      answer.empty(request.method().equals("GET") ? "405 No" : "202 Accepted");
    }
  }

  private static void large(
      TestHttpServer.Answer answer, String before, int size, String after, String type)
      throws IOException {
    int times = size / WORDS.length();
    long length = before.length() + (long) times * WORDS.length() + after.length();
    answer.raw(
        "HTTP/1.1 200 OK\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + before);
    for (int i = 0; i < times; i++) {
      answer.raw(WORDS);
    }
    answer.raw(after);
  }

  /** In a JVM of its own: calls the server at an address many times at once. */
  public static void main(String[] args) throws Exception {
    int answers = Integer.parseInt(args[1]);
    try (Gateway gateway =
        Gateway.builder()
            .backend("large", BackendConfig.of("streamable-http").url(args[0]))
            .backend(
                "small",
                BackendConfig.inProcess().tool("t", "Small.", "{}", call -> ToolResult.text("x")))
            .build()) {
      gateway.awaitReady(Duration.ofSeconds(60));
      List<CompletableFuture<String>> open = new ArrayList<>();
      for (int i = 0; i < answers; i++) {
        open.add(large(gateway, args[2]));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(open.toArray(CompletableFuture<?>[]::new));
      long quickest = Long.MAX_VALUE;
      do {
        long asked = System.nanoTime();
        gateway.run("{\"tool\":\"small.t\",\"arguments\":{}}");
        quickest = Math.min(quickest, (System.nanoTime() - asked) / 1_000_000);
      } while (!all.isDone());
      open.forEach(answer -> System.out.println(answer.join()));
      System.out.println(large(gateway, "1000000").get());
      System.out.println(quickest);
      System.out.println("in flight: " + awaitNothingInFlight(gateway));
    }
    System.exit(0);
  }

  /** A caller may hear of an answer just before its room is given back. */
  private static long awaitNothingInFlight(Gateway gateway) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (gateway.stats().inFlight().bytes() > 0 && System.nanoTime() < until) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return gateway.stats().inFlight().bytes();
  }

  /** A host's cookies are not kept here: they would not be the gateway's. */
  private static CompletableFuture<String> large(Gateway gateway, String size) {
    return gateway
        .runAsync(
            ChainRequest.of("{\"tool\":\"large.text\",\"arguments\":{\"size\":" + size + "}}"))
        .thenApply(LargeAnswersTest::brief);
  }

  private static String brief(ChainResult result) {
    String text = result.text();
    String line = text.substring(0, Math.min(text.length(), 500)).replace('\n', ' ');
    return (result.isError() ? "refused " : "answered ") + line;
  }
}
