package io.gatemini.server.proxy;

import io.gatemini.server.ipc.DaemonPlaces;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that clients start: {@code gatemini [-c FILE] [--socket PATH]} with a pipe as input.
 */
public final class ProxyMain {
  private ProxyMain() {}

  /** Runs until the client leaves, and ends the process. */
  public static void main(String[] args) {
    DaemonPlaces.adoptUnlistedUser();
    // Started as the class path of this jar alone, with the launcher beside it.
    Path jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    Path launcher = jar.resolveSibling("bin").resolve(windows ? "gatemini.cmd" : "gatemini");
    String version = ProxyMain.class.getPackage().getImplementationVersion();
    System.exit(run(args, List.of(launcher.toString()), version == null ? "0" : version));
  }

  /** Whether a command line asks for the proxy, so far as it has no command. */
  public static boolean takes(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length || args[i + 1].startsWith("-") || !isKnown(args[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKnown(String option) {
    return option.equals("-c") || option.equals("--config") || option.equals("--socket");
  }

  /**
   * Runs until the client leaves.
   *
   * @param command the program {@code gatemini}, for the daemon
   * @return the exit code of the process
   */
  public static int run(String[] args, List<String> command, String version) {
    String named = null;
    String socket = null;
    for (int i = 0; i + 1 < args.length; i += 2) {
      if (args[i].equals("--socket")) {
        socket = args[i + 1];
      } else {
        named = args[i + 1];
      }
    }
    Path config = DaemonPlaces.findConfig(named);
    if (config == null || !Files.exists(config)) {
      return fail(
          config == null
              ? "there is no configuration; name one with --config FILE, or create one with"
                  + " \"gatemini config init\""
              : "there is no file " + config,
          2);
    }
    return run(config, socket, command, version);
  }

  private static int run(
      Path config, @Nullable String socket, List<String> command, String version) {
    try {
      DaemonPlaces places =
          socket == null ? DaemonPlaces.of(config) : DaemonPlaces.at(Path.of(socket));
      Proxy proxy =
          new Proxy(
              new DaemonStart(places, config, version, command),
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out),
              Proxy.Patience.USUAL);
      return proxy.run();
    } catch (DaemonStart.Failed e) {
      return fail(e.getMessage(), e.exitCode);
    } catch (IOException e) {
      return fail(e.getMessage(), 1);
    } catch (InterruptedException e) {
      return 1;
    }
  }

  /**
   * Starts the daemon of a configuration, unless it runs.
   *
   * @param command the program {@code gatemini}, for the daemon
   * @throws IOException when it ends again or does not listen, with the end of its log
   */
  public static void startDaemon(
      DaemonPlaces places, Path config, List<String> command, String version)
      throws IOException, InterruptedException {
    new DaemonStart(places, config, version, command).connect().close();
  }

  private static int fail(@Nullable String reason, int exitCode) {
    System.err.println("gatemini: " + reason);
    return exitCode;
  }
}
