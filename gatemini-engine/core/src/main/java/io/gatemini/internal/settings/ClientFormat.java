package io.gatemini.internal.settings;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.NamePatterns;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JSON that MCP clients keep their servers in: {@code mcpServers} (Claude Desktop, Cursor and
 * most others), {@code servers} (the {@code mcp.json} of VS Code) or {@code mcp.servers} (its
 * settings); {@code mcpClients} of another gateway.
 *
 * <p>Such a file belongs to its client, so what only the client understands is passed over with a
 * line in the log, and a server that is wrong stops alone. Settings that keep tools from an agent
 * are kept.
 */
final class ClientFormat {
  private static final Logger LOG = System.getLogger(ClientFormat.class.getName());

  /** The keys of a server. */
  private static final Set<String> KEYS =
      Set.of(
          "command",
          "args",
          "env",
          "cwd",
          "url",
          "serverUrl",
          "httpUrl",
          "headers",
          "type",
          "transport",
          "disabled",
          "enabled",
          "envFile",
          "description",
          "allowedTools",
          "includeTools",
          "excludeTools",
          "disabledTools",
          "dangerouslyEnableSampling");

  /** The keys under which the servers stand. */
  private static final Set<String> SERVERS = Set.of("mcpServers", "mcpClients", "servers", "mcp");

  /** Settings of an editor may be hundreds. */
  private static final int MAX_SHOWN = 20;

  /** In code points, as in all other names of backends. */
  private static final int MAX_NAME_LENGTH = 64;

  private GatewaySettings settings;
  private final Map<String, String> writtenNames = new HashMap<>();
  private final Set<String> ignored = new TreeSet<>();

  private ClientFormat(GatewaySettings settings) {
    this.settings = settings;
  }

  static boolean matches(Options top) {
    return servers(top).isPresent();
  }

  static GatewaySettings read(Options top, GatewaySettings settings) {
    Option servers = servers(top).orElseThrow();
    if (top.has("backends")) {
      throw top.invalid("there are both \"backends\" and \"" + servers.path() + "\"; keep one");
    }
    ClientFormat format = new ClientFormat(settings);
    Faults faults = new Faults();
    servers.section().all().forEach((name, at) -> faults.in(() -> format.server(name, at)));
    try {
      faults.unlessFound(format);
    } catch (ConfigException e) {
      if (settings.strictSecrets()) {
        throw e;
      }
      LOG.log(Level.WARNING, "servers are left out: " + e.getMessage());
    }
    top.all().keySet().stream().filter(key -> !SERVERS.contains(key)).forEach(format.ignored::add);
    if (top.has("mcpClients")) {
      FormerKeys.warnOfServers(top);
    }
    if (!format.ignored.isEmpty()) {
      LOG.log(
          Level.INFO,
          "configuration: passed over {0}{1}",
          format.ignored.stream().limit(MAX_SHOWN).collect(Collectors.joining(", ")),
          format.ignored.size() > MAX_SHOWN ? ", …" : "");
    }
    return format.settings;
  }

  private static Optional<Option> servers(Options top) {
    return top.get("mcpServers")
        .or(() -> top.get("mcpClients"))
        .or(() -> top.get("servers"))
        .or(() -> top.get("mcp").filter(Option::isMap).flatMap(at -> at.section().get("servers")));
  }

  private void server(String writtenName, Option at) {
    String name = backendName(writtenName, at);
    Supplier<BackendConfig> read = () -> server(at.section());
    BackendConfig config = settings.strictSecrets() ? read.get() : ConfigFile.complete(true, read);
    at.locating(() -> settings = settings.backend(name, apart(name, config)));
  }

  /** A file of a client cannot state a namespace, so the second of two servers gets a number. */
  private BackendConfig apart(String name, BackendConfig config) {
    Set<String> taken = new HashSet<>();
    settings.backends().forEach((other, its) -> taken.add(BackendNames.namespace(other, its)));
    String wanted = BackendNames.namespace(name, config);
    String free = BackendNames.free(wanted, taken);
    if (free.equals(wanted)) {
      return config;
    }
    LOG.log(
        Level.WARNING,
        "backend \"{0}\": its tools begin with {1}, for those of another with {2}",
        name,
        free,
        wanted);
    return config.namespace(free);
  }

  private BackendConfig server(Options section) {
    section.all().keySet().stream().filter(key -> !KEYS.contains(key)).forEach(ignored::add);
    return BackendFormat.isOff(section) ? BackendFormat.off(section) : config(section);
  }

  private static BackendConfig config(Options section) {
    FormerKeys.warnOfBareVariables(section);
    Optional<Option> url =
        section.get("url").or(() -> section.get("serverUrl")).or(() -> section.get("httpUrl"));
    boolean overHttp = overHttp(section, url.isPresent());
    BackendConfig config;
    if (overHttp) {
      config =
          BackendConfig.streamableHttp(
              url.orElseThrow(() -> section.invalid("there is no \"url\"; add it")).secretText());
    } else {
      Option command =
          section
              .get("command")
              .orElseThrow(
                  () ->
                      section.invalid(
                          "there is neither \"command\" nor \"url\"; write the program to start or"
                              + " the address of the server"));
      List<String> line = new ArrayList<>();
      line.add(command.secretText());
      section.get("args").ifPresent(args -> line.addAll(args.secretStrings()));
      config = BackendConfig.of("stdio").command(line);
    }
    return attributes(section, config);
  }

  private static boolean overHttp(Options section, boolean hasUrl) {
    Optional<Option> type = section.get("type").or(() -> section.get("transport"));
    if (type.isEmpty()) {
      return !section.has("command") && hasUrl;
    }
    return switch (BackendFormat.transport(type.get().text())) {
      case "stdio" -> false;
      case "streamable-http" -> true;
      default ->
          throw type.get()
              .invalid(
                  "\""
                      + type.get().written()
                      + "\" is no type; write stdio, http, sse"
                      + " or streamable-http");
    };
  }

  private static BackendConfig attributes(Options section, BackendConfig from) {
    BackendConfig config = from;
    // A client may write values beside a program that are never sent; they are no reason not to
    // start.
    boolean isProgram = config.transport().equals("stdio");
    Optional<Option> envFile = section.get("envFile");
    if (envFile.isPresent()) {
      for (Map.Entry<String, String> value : variables(envFile.get()).entrySet()) {
        config = config.env(value.getKey(), value.getValue());
      }
    }
    for (String key : isProgram ? List.of("env") : List.of("env", "headers")) {
      Map<String, String> values = section.get(key).map(Option::secretStringMap).orElseGet(Map::of);
      for (Map.Entry<String, String> value : values.entrySet()) {
        config =
            key.equals("env")
                ? config.env(value.getKey(), value.getValue())
                : config.header(value.getKey(), value.getValue());
      }
    }
    config = restrictions(section, config);
    if (section.get("dangerouslyEnableSampling").filter(Option::bool).isPresent()) {
      config = config.trust(config.trust().sampling(true));
    }
    Optional<Option> cwd = section.get("cwd");
    if (cwd.isPresent()) {
      config = config.cwd(cwd.get().text());
    }
    Optional<Option> description = section.get("description");
    return description.isPresent() ? config.description(description.get().text()) : config;
  }

  private static Map<String, String> variables(Option envFile) {
    Path file = envFile.filePath();
    if (!Files.isRegularFile(file)) {
      throw MissingValueException.of(envFile.invalid("there is no file " + file));
    }
    return Environment.read(file);
  }

  /** A tool is allowed by every list of allowed ones, and denied by any of denied ones. */
  private static BackendConfig restrictions(Options section, BackendConfig from) {
    Optional<List<String>> allowed =
        Stream.of("allowedTools", "includeTools")
            .flatMap(key -> section.get(key).stream())
            .map(Option::strings)
            .reduce(NamePatterns::inBoth);
    List<String> denied =
        Stream.of("excludeTools", "disabledTools")
            .flatMap(key -> section.get(key).stream())
            .flatMap(at -> at.strings().stream())
            .distinct()
            .toList();
    BackendConfig config = from.deniedTools(denied.toArray(String[]::new));
    return allowed.map(names -> config.allowedTools(names.toArray(String[]::new))).orElse(config);
  }

  /** Clients allow any name; of what a backend cannot have in its own, the rest is taken. */
  private String backendName(String written, Option at) {
    String visible = VisibleText.name(written).strip();
    int length = Math.min(visible.codePointCount(0, visible.length()), MAX_NAME_LENGTH);
    String name = visible.substring(0, visible.offsetByCodePoints(0, length)).strip();
    if (name.isEmpty()) {
      throw at.invalid("nothing can be seen of the name; give the server another name");
    }
    String other = writtenNames.put(name, written);
    if (other != null) {
      throw at.invalid(
          "the servers \""
              + other
              + "\" and \""
              + written
              + "\" would both become the backend \""
              + name
              + "\"; rename one of them");
    }
    if (!name.equals(written)) {
      LOG.log(Level.INFO, "configuration: a server is backend \"{0}\"", name);
    }
    return name;
  }
}
