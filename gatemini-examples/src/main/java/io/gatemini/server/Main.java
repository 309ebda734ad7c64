package io.gatemini.server;

import io.gatemini.server.cli.CommandLineMain;
import io.gatemini.server.serve.Server;
import java.net.MalformedURLException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code gatemini}: a server of the seven tools over stdin and stdout, and commands to
 * look at what it serves.
 *
 * <p>Exit codes: 0 done; 1 the tool, the program or the server failed; 2 the command line or the
 * configuration is wrong; 70 an {@link Error} has cut the server off from its client.
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) throws MalformedURLException {
    if (!hasLibraries()) {
      System.err.println(
          "gatemini: the libraries are missing; gatemini.jar needs the directory lib beside it, as"
              + " the zip and target/ have it");
      System.exit(2);
    }
    PluginJars.discover();
    // A client waits for the server, so its usual forms are told apart by hand: the classes of the
    // command line parser cost a quarter of the start.
    ServeArguments serve = ServeArguments.of(args);
    int exitCode =
        serve == null ? CommandLineMain.run(args) : Server.serve(serve.config, serve.surface);
    System.exit(exitCode);
  }

  private static boolean hasLibraries() {
    try {
      Class.forName("io.gatemini.Gateway", false, Main.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * The plain forms of {@code serve}; {@code --direct} is its older name.
   *
   * @param config the configuration that was named, if one was
   * @param surface the surface that was named, if one was
   */
  record ServeArguments(@Nullable Path config, @Nullable String surface) {
    /** The arguments, or null when they say anything beyond serving. */
    static @Nullable ServeArguments of(String[] args) {
      boolean direct = false;
      boolean serve = false;
      String config = null;
      String surface = null;
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--direct" -> direct = true;
          case "serve" -> {
            if (serve) {
              return null;
            }
            serve = true;
          }
          case "-c", "--config" -> {
            if (config != null || ++i == args.length || args[i].startsWith("-")) {
              return null;
            }
            config = args[i];
          }
          case "--surface" -> {
            if (surface != null || ++i == args.length || args[i].startsWith("-")) {
              return null;
            }
            surface = args[i];
          }
          default -> {
            return null;
          }
        }
      }
      return direct || serve
          ? new ServeArguments(config == null ? null : Path.of(config), surface)
          : null;
    }
  }
}
