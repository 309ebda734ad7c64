package io.gatemini.internal.settings;

import io.gatemini.internal.async.Tasks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that answers with secrets on its standard output. Its error output may contain them:
 * its status is enough.
 *
 * @param key the key of the configuration that has it run
 * @param command the program and its arguments; no shell is between
 * @param environment added to the variables of this process, which it has all
 */
record SecretProgram(String key, List<String> command, Map<String, String> environment) {
  private static final long TIMEOUT_SECONDS = 30;

  /** The most that is read: secrets are far smaller. */
  private static final int MAX_BYTES = 8 << 20;

  /**
   * Its output, within 30 seconds.
   *
   * @throws MissingValueException saying how it failed
   */
  byte[] output() {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw failed("cannot be started; install it or write its whole path");
    }
    try {
      byte[] answer =
          CompletableFuture.supplyAsync(() -> read(process), Tasks.ownThread("gatemini-secret"))
              .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw failed("closed its output and did not end");
      }
      int status = process.exitValue();
      if (status != 0) {
        throw failed("ended with status " + status + "; run it by hand to see why");
      }
      return answer;
    } catch (TimeoutException e) {
      throw failed("took more than " + TIMEOUT_SECONDS + " s");
    } catch (ExecutionException e) {
      throw failed("failed while it answered");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private static byte[] read(Process process) {
    try {
      return process.getInputStream().readNBytes(MAX_BYTES);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** Its arguments may hold a secret. */
  private MissingValueException failed(String how) {
    return new MissingValueException(key + ": the program \"" + command.get(0) + "\" " + how);
  }
}
