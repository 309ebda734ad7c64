package io.gatemini.server.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.server.install.InstalledServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of the gateway that backends can reach, because they are given a folder that contains
 * them. Through the tools of such a backend an agent could write what the gateway starts.
 */
public final class OwnFolders {
  /** The folder in a configuration that still has to be edited. */
  public static final String EXAMPLE = "/path/to/a/folder";

  private static final String CONFIGURATION = "the configuration ";

  private final Path config;
  private final Path runsIn;

  /**
   * @param config the configuration file
   * @param runsIn the directory of backends that have no {@code cwd}
   */
  public OwnFolders(Path config, Path runsIn) {
    this.config = config.toAbsolutePath();
    this.runsIn = runsIn.toAbsolutePath();
  }

  /** The same where a daemon will serve: its backends run in the directory of the file. */
  public static OwnFolders ofDaemon(Path config) {
    return new OwnFolders(config, config.toAbsolutePath().resolveSibling(""));
  }

  /**
   * A sentence for each folder that has to be another one: backend, argument, and what to do.
   *
   * @throws ConfigException where every change of the configuration takes effect at once, and a
   *     backend can write it
   */
  public List<String> find(GatewaySettings settings) {
    Map<String, Path> own = own(settings);
    List<String> found = new ArrayList<>();
    settings.backends().forEach((name, backend) -> find(name, backend, own, found));
    String configured = CONFIGURATION + config.getFileName();
    if (!settings.reloadAsks()) {
      found.stream()
          .filter(sentence -> sentence.contains(configured))
          .findFirst()
          .ifPresent(
              sentence -> {
                throw new ConfigException(
                    "daemon.reload: \"all\" is refused while a backend can write the"
                        + " configuration; write \"ask\", or mend this: "
                        + sentence);
              });
    }
    return found;
  }

  private Map<String, Path> own(GatewaySettings settings) {
    Map<String, Path> own = new LinkedHashMap<>();
    own.put(CONFIGURATION + config.getFileName(), config);
    InstalledServer.running()
        .ifPresent(
            server -> {
              own.put("the plug-ins of this server", server.directory("plugins"));
              own.put("the programs of this server", server.directory("lib"));
            });
    Path kept = ConfigLocation.cacheFile(config);
    Path cache = settings.cachePath().orElse(kept).toAbsolutePath();
    own.put("the cache of this server", cache.resolveSibling(""));
    if (!cache.equals(kept)) {
      own.put("the accepted configuration", kept.resolveSibling(""));
    }
    own.replaceAll((words, path) -> real(path).orElse(path.normalize()));
    return own;
  }

  private void find(String name, BackendConfig backend, Map<String, Path> own, List<String> found) {
    Path directory = runsIn.resolve(backend.cwd().orElse(""));
    Map<String, String> given = new LinkedHashMap<>();
    backend.command().stream().skip(1).forEach(word -> given.put(word, "the argument"));
    texts(backend.options(), given);
    backend.cwd().ifPresent(cwd -> given.putIfAbsent(cwd, "the cwd"));
    given.forEach(
        (word, kind) -> {
          String start = "backends." + name + ": " + kind + " \"" + word + "\" ";
          if (word.equals(EXAMPLE)) {
            found.add(
                start + "is an example; write the folder whose files the tools of it may use");
            return;
          }
          List<String> inside =
              own.entrySet().stream()
                  .filter(each -> contains(directory, word, each.getValue()))
                  .map(Map.Entry::getKey)
                  .toList();
          if (!inside.isEmpty()) {
            found.add(
                start
                    + "is a folder that contains "
                    + String.join(", ", inside)
                    + ", which its tools may change; give this backend a folder of its own");
          }
        });
  }

  /** The words of command lines and the roots among the options of a transport. */
  private static void texts(JsonNode options, Map<String, String> given) {
    if (options.isTextual()) {
      for (String word : options.textValue().split("\\s+", -1)) {
        given.putIfAbsent(word, "the option");
      }
    }
    options.forEach(member -> texts(member, given));
  }

  /** A word is a folder, or has one after {@code --root=}, before a colon as of a mount. */
  private static boolean contains(Path directory, String word, Path own) {
    List<String> parts = new ArrayList<>(List.of(word.split("[=,:]", -1)));
    parts.add(word);
    return parts.stream()
        .filter(part -> !part.isBlank())
        .flatMap(part -> folder(directory, part).stream())
        .anyMatch(own::startsWith);
  }

  private static Optional<Path> folder(Path directory, String text) {
    // Many servers put the home directory in place of this, though no configuration does.
    String home = text.equals("~") || text.startsWith("~/") ? System.getProperty("user.home") : "";
    try {
      return real(directory.resolve(home.isEmpty() ? text : home + text.substring(1)))
          .filter(Files::isDirectory);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty(); // it does not exist
    }
  }
}
