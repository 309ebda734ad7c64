package io.gatemini.server.serve;

import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.config.SandboxConfig.Isolation;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The bundled server in this process: stdin and stdout belong to one client, and everything ends
 * with it.
 */
public final class Server {
  /** Of an answer, in bytes: what a client takes before it warns, or cuts by itself. */
  private static final int MAX_ANSWER = 100_000;

  /** The same in estimated tokens. */
  private static final int MAX_TOKENS = 25_000;

  private Server() {}

  /**
   * Serves until the client closes stdin, or the process is asked to end; every backend is stopped
   * before this returns.
   *
   * @param config the configuration, or null for the one in the platform's directory
   * @param surface the name of the surface, or null for the one of the configuration
   * @return the exit code of the process; {@value LastLine#EXIT_CODE} where an {@link Error} has
   *     cut the client off
   */
  public static int serve(@Nullable Path config, @Nullable String surface) {
    Logs.showInfo();
    Thread.setDefaultUncaughtExceptionHandler(new LastLine());
    // The client waits for its handshake; the backends can wait for the client. An agent that
    // searches will run a program soon; and one that cannot be stopped must end with its process.
    try {
      return serveFile(ConfigLocation.orDefault(config), surface);
    } catch (CompletionException e) {
      // The client cannot be read or written any more.
      LastLine.tell(e.getCause() == null ? e : e.getCause());
      return LastLine.EXIT_CODE;
    } catch (ConfigException e) {
      System.err.println("gatemini: " + e.getMessage());
      return 2;
    } catch (GatewayException e) {
      System.err.println("gatemini: " + e.getMessage());
      return 1;
    }
  }

  @SuppressWarnings("try") // the watch works beside the server, and ends with it
  private static int serveFile(Path file, @Nullable String surface) {
    try (Gateway gateway = configured(file, surface).build();
        ConfigWatch watch =
            new ConfigWatch(
                file,
                () -> gateway.reload(() -> configured(file, surface).settings()),
                ConfigWatch.LOOK)) {
      // SIGTERM and Ctrl-C run the hook: the backends are processes and must not outlive this one.
      Runtime.getRuntime().addShutdownHook(new Thread(gateway::close, "gatemini-shutdown"));
      Exposure exposure = gateway.expose("stdio");
      if (isTerminal()) {
        System.err.println("gatemini: waiting for an MCP client on stdin; Ctrl-D ends");
      }
      exposure.awaitClose();
      return 0;
    }
  }

  private static GatewayBuilder configured(Path config, @Nullable String surface) {
    GatewayBuilder builder =
        Gateway.builder()
            .lazyStart(true)
            .outputConfig(output -> output.maxOutputSize(MAX_ANSWER).maxOutputTokens(MAX_TOKENS))
            .sandbox(sandbox -> sandbox.prewarm(true).isolation(Isolation.AS_NEEDED))
            .config(config);
    if (surface != null) {
      builder.surface(surface);
    }
    builder.settings().logLevel().ifPresent(Logs::show);
    return builder;
  }

  /** Whether a person started this. */
  @SuppressWarnings("SystemConsoleNull") // of this console it says whether there is a terminal
  public static boolean isTerminal() {
    // From Java 22 on there may be another console, which is there without a terminal too.
    System.setProperty("jdk.console", "java.base");
    return System.console() != null;
  }
}
