package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.examples.acceptance.RemoteSignIn;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatemini auth}, with a real browser at a certified OpenID provider. */
@Tag("long")
class AuthCommandTest {
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void signsInAndOut() throws Exception {
    try (RemoteSignIn remote = RemoteSignIn.start()) {
      Path config =
          Files.writeString(
              directory.resolve("gatemini.yaml"),
              "cache_path: %s\nbackends: {remote: {url: \"%s\"}}\n"
                  .formatted(directory.resolve("cache.json"), remote.url()));
      String[] needed = {"--direct", "-c", config.toString(), "auth", "list"};
      assertThat(run(needed))
          .isEqualTo(
              "remote: needs a sign-in; run \"gatemini auth remote --config " + config + "\"\n");

      PipedReader read = new PipedReader();
      PrintWriter out = new PrintWriter(new PipedWriter(read));
      CompletableFuture<Integer> exit =
          CompletableFuture.supplyAsync(
              () ->
                  CommandLineMain.run(
                      out,
                      new PrintWriter(err),
                      "--direct",
                      "-c",
                      config.toString(),
                      "auth",
                      "--no-browser",
                      "remote"));
      exit.whenComplete((code, failure) -> out.close());
      BufferedReader lines = new BufferedReader(read);
      String first = lines.readLine();
      assertThat(first).startsWith("Open this page to sign in: http://localhost:");
      remote.signIn(first.substring(first.indexOf("http")));
      assertThat(lines.readLine()).isEqualTo("signed in to remote: 1 tool");
      assertThat(exit.get(60, TimeUnit.SECONDS)).isZero();

      assertThat(run("--direct", "-c", config.toString(), "call", "remote.whoami"))
          .isEqualTo("signed in as alice\n");
      assertThat(run(needed))
          .startsWith("remote: signed in at localhost:")
          .containsPattern(" with the scope files(, renewed at| until) 20.*Z\n$");
      assertThat(run("--direct", "-c", config.toString(), "auth", "logout", "remote"))
          .isEqualTo("signed out of remote\n");
      assertThat(run(needed)).startsWith("remote: needs a sign-in");
    }
  }

  private String run(String... args) {
    StringWriter out = new StringWriter();
    int code = CommandLineMain.run(new PrintWriter(out), new PrintWriter(err), args);
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }
}
