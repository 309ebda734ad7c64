package io.gatemini.server;

import io.gatemini.server.cli.CommandLineMain;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.proxy.ProxyMain;
import io.gatemini.server.serve.Server;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code gatemini}: a server of the seven tools, to one client over stdin and stdout or
 * to all of them over a socket, and commands to look at what it serves.
 *
 * <p>Exit codes: 0 done; 1 the tool, the program or the server failed; 2 the command line or the
 * configuration is wrong; 70 an {@link Error} has cut the server off from its client; 75 another
 * daemon serves this configuration.
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) throws MalformedURLException {
    DaemonPlaces.adoptUnlistedUser();
    if (!hasLibraries()) {
      System.err.println(
          "gatemini: the libraries are missing; gatemini.jar needs the directory lib beside it, as"
              + " the zip and target/ have it");
      System.exit(2);
    }
    if (ProxyMain.takes(args) && !Server.isTerminal()) {
      System.exit(ProxyMain.run(args, InstalledServer.program(), Server.version()));
    }
    PluginLoader.discover();
    // A client waits for the server, so its usual forms are parsed by hand: the classes of the
    // command line parser cost a quarter of the start.
    ServeArguments serve = ServeArguments.of(args);
    System.exit(serve == null ? CommandLineMain.run(args) : serve.run());
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
   * The plain forms of serving: {@code --direct}, to one client over stdin and stdout, and {@code
   * serve}, to all over a socket.
   *
   * @param direct whether it is one client
   * @param config the configuration that was named, if one was
   * @param surface the surface that was named, if one was
   * @param socket the socket that was named, if one was
   */
  record ServeArguments(
      boolean direct, @Nullable Path config, @Nullable String surface, @Nullable Path socket) {
    /** The arguments, or null when they say anything beyond serving, or something twice. */
    static @Nullable ServeArguments of(String[] args) {
      boolean direct = false;
      boolean serve = false;
      Map<String, String> values = new HashMap<>();
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--direct" -> direct = true;
          case "serve" -> {
            if (serve) {
              return null;
            }
            serve = true;
          }
          case "-c", "--config", "--surface", "--socket" -> {
            String name = args[i].equals("-c") ? "--config" : args[i];
            if (++i == args.length
                || args[i].startsWith("-")
                || values.put(name, args[i]) != null) {
              return null;
            }
          }
          default -> {
            return null;
          }
        }
      }
      String config = values.get("--config");
      String socket = values.get("--socket");
      return serve || (direct && socket == null)
          ? new ServeArguments(
              direct,
              config == null ? null : Path.of(config),
              values.get("--surface"),
              socket == null ? null : Path.of(socket))
          : null;
    }

    int run() {
      return direct
          ? Server.serve(config, surface, Server.STDIO)
          : Server.serveAll(
              config,
              socket,
              surface,
              // No method reference: its class would be loaded at the start.
              (gateway, session, arguments, input, out, err) ->
                  CommandLineMain.runAt(gateway, session, arguments, input, out, err));
    }
  }
}
