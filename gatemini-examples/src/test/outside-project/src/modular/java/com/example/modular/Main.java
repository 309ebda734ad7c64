package com.example.modular;

import com.example.modular.closed.Closed;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.Gateway;
import io.gatemini.Tool;
import io.gatemini.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gateway in a named module: Java methods, a child process, an HTTP server, programs. */
public final class Main {
  private Main() {}

  record Refund(String invoice, LocalDate day, Optional<String> reason) {}

  static final class Billing {
    @Tool("Refund an invoice.")
    public Refund refund(Refund refund) {
      return refund;
    }
  }

  /** Runs it; fails at the first thing that is not as expected. */
  public static void main(String[] args) throws Exception {
    for (String isolation : List.of("in_process", "process")) {
      works(isolation);
    }
    refusesWhatIsNotOpened();
    System.err.println("modular project: done");
  }

  private static void works(String isolation) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path config = Files.createTempFile("gatemini", ".yaml");
    Files.writeString(
        config,
        "aliases: {refund_it: billing.refund}\nsandbox: {isolation: " + isolation + "}\n");
    HttpServer http = EchoServer.http();
    try (Gateway gateway =
        Gateway.builder()
            .config(config)
            .backend("billing", BackendConfig.inProcess().methodsOf(new Billing()))
            .backend(
                "child",
                BackendConfig.stdio(
                    java,
                    "-p",
                    System.getProperty("jdk.module.path"),
                    "-m",
                    Main.class.getModule().getName() + "/" + EchoServer.class.getName()))
            .backend(
                "web",
                BackendConfig.streamableHttp("http://127.0.0.1:" + http.getAddress().getPort()))
            .build()) {
      expect(gateway.awaitReady(Duration.ofSeconds(30)), "the backends start");
      expect(gateway.catalog().tools().size() == 3, "three tools: " + gateway.backends());
      expect(
          gateway.search("give the money back").stream()
              .anyMatch(hit -> hit.key().equals("billing.refund")),
          "the search finds");

      Map<String, Object> refund = Map.of("invoice", "A-17", "day", LocalDate.of(2026, 3, 1));
      ToolResult one = gateway.call("refund_it", Map.of("refund", refund));
      expect(
          one.text().equals("{\"invoice\":\"A-17\",\"day\":\"2026-03-01\",\"reason\":null}"),
          "a call of a method: " + one);
      for (String backend : List.of("child", "web")) {
        ToolResult echo = gateway.call(backend + ".echo", Map.of("text", "hello"));
        expect(echo.text().equals("hello"), "a call of " + backend + ": " + echo);
      }

      String script = "return (await child.echo({text: 'a'})) + (await web.echo({text: 'b'}))";
      expect(gateway.run(script + ";").text().equals("ab"), "JavaScript");
      String typed = gateway.run("const c: string = 'c'; " + script + " + c;").text();
      expect(typed.equals("abc"), "TypeScript: " + typed);
    } finally {
      http.stop(0);
      Files.delete(config);
    }
  }

  private static void refusesWhatIsNotOpened() {
    try {
      BackendConfig.inProcess().methodsOf(new Closed());
      throw new AssertionError("a class that cannot be called is a tool");
    } catch (ConfigException e) {
      expect(
          e.getMessage().contains("\"opens com.example.modular.closed to io.gatemini;\""),
          "what to write: " + e.getMessage());
    }
  }

  private static void expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
