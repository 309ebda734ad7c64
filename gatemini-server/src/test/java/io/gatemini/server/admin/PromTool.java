package io.gatemini.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Prometheus's own judge of metrics (Debian's package {@code prometheus}). Where it is absent a
 * test that asks it is skipped; with CI=true it fails, unless {@code .ci/run} says in
 * PROMTOOL_MISSING why the package could not be installed.
 */
final class PromTool {
  private static final String COMMAND = "promtool";

  private PromTool() {}

  /** Its findings about metrics; empty where it finds nothing wrong. */
  static String faults(String metrics) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(COMMAND, "check", "metrics").redirectErrorStream(true).start();
    } catch (IOException absent) {
      String reason = System.getenv("PROMTOOL_MISSING");
      if (reason == null && "true".equals(System.getenv("CI"))) {
        throw new AssertionError("needed where CI=true: " + COMMAND, absent);
      }
      return abort(reason == null ? COMMAND + " is not installed" : reason);
    }
    try (OutputStream in = process.getOutputStream()) {
      in.write(metrics.getBytes(UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    int code = process.waitFor();
    return code == 0 ? said : "exit code " + code + ": " + said;
  }
}
