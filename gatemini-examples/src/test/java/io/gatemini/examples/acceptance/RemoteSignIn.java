package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.gatemini.testing.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An MCP server with the tool {@code whoami} that wants a sign-in, the certified OpenID provider at
 * which people sign in, and a person with a real browser.
 *
 * <p>Without Chromium the test that asks is skipped; where the environment says {@code CI=true} it
 * fails, unless {@code .ci/run} says in CHROMIUM_MISSING why the package could not be installed.
 */
public final class RemoteSignIn implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private final NodePackages npm = NodePackages.withSignIn();
  private final Process server;
  private final String url;

  private RemoteSignIn() throws IOException {
    server =
        new ProcessBuilder(npm.node().toString(), "sign-in-server.mjs")
            .directory(npm.directory().toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    url = server.inputReader(StandardCharsets.UTF_8).readLine();
    assertThat(url).startsWith("http://localhost:");
  }

  /** Starts the servers. */
  public static RemoteSignIn start() throws IOException {
    if (!Files.isExecutable(CHROMIUM)) {
      String reason = System.getenv("CHROMIUM_MISSING");
      if (reason == null && "true".equals(System.getenv("CI"))) {
        throw new AssertionError("needed where CI=true: " + CHROMIUM);
      }
      return abort(reason == null ? "Chromium is not installed" : reason);
    }
    return new RemoteSignIn();
  }

  /** The address of the MCP server. */
  public String url() {
    return url;
  }

  /** Signs alice in. */
  public void signIn(String address) throws IOException {
    Process browser =
        new ProcessBuilder(npm.node().toString(), "browser.mjs", address, "alice")
            .directory(npm.directory().toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("You are signed in. You can close this page.");
  }

  @Override
  public void close() throws IOException {
    server.outputWriter().close();
    Patience.join(server.onExit());
  }
}
