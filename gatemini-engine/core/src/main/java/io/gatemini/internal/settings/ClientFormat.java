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

  /** The keys that a backend has, too, with the same meaning. */
  private static final List<String> SAME =
      words("command args env inherit_env cwd url headers description");

  /** The keys of a server that are read. */
  private static final List<String> KEYS =
      words(
          "type transport disabled enabled envFile serverUrl httpUrl startup_timeout_sec"
              + " tool_timeout_sec allowedTools includeTools excludeTools disabledTools"
              + " dangerouslyEnableSampling");

  /** The keys under which the servers stand. */
  private static final Set<String> SERVERS = Set.of("mcpServers", "mcpClients", "servers", "mcp");

  /** Settings of an editor may be hundreds. */
  private static final int MAX_SHOWN = 20;

  /** In code points, as in all other names of backends. */
  private static final int MAX_NAME_LENGTH = 64;

  private final Transports transports;
  private GatewaySettings settings;
  private final Map<String, String> writtenNames = new HashMap<>();
  private final Set<String> ignored = new TreeSet<>();

  private ClientFormat(Transports transports, GatewaySettings settings) {
    this.transports = transports;
    this.settings = settings;
  }

  static boolean matches(Options top) {
    return servers(top).isPresent();
  }

  static GatewaySettings read(Options top, Transports transports, GatewaySettings settings) {
    Option servers = servers(top).orElseThrow();
    if (top.has("backends")) {
      throw top.invalid("there are both \"backends\" and \"" + servers.path() + "\"; keep one");
    }
    ClientFormat format = new ClientFormat(transports, settings);
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

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  private static Optional<Option> servers(Options top) {
    return top.get("mcpServers")
        .or(() -> top.get("mcpClients"))
        .or(() -> top.get("servers"))
        .or(() -> top.get("mcp").filter(Option::isMap).flatMap(at -> at.section().get("servers")));
  }

  private void server(String writtenName, Option at) {
    String name = backendName(writtenName, at);
    Supplier<BackendConfig> read = () -> config(name, at);
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

  private BackendConfig config(String name, Option at) {
    Options section = named(at.section());
    section.all().keySet().stream()
        .filter(key -> !SAME.contains(key) && !KEYS.contains(key))
        .forEach(ignored::add);
    if (BackendFormat.isOff(section)) {
      return BackendFormat.off(section);
    }
    FormerKeys.warnOfBareVariables(section);
    boolean overHttp = overHttp(section);
    Set<String> keys = new HashSet<>(SAME);
    // A client may write values that are never sent; they are no reason not to start.
    keys.removeAll(overHttp ? Set.of("command", "args", "cwd") : Set.of("url", "headers"));
    BackendConfig config =
        restrictions(
            section,
            BackendConfig.read(overHttp ? "streamable-http" : "stdio", section.only(keys)));
    Map<String, String> ofFile =
        section.get("envFile").map(ClientFormat::variables).orElseGet(Map::of);
    for (Map.Entry<String, String> value : ofFile.entrySet()) {
      if (!config.env().containsKey(value.getKey())) {
        config = config.env(value.getKey(), value.getValue());
      }
    }
    if (section.get("dangerouslyEnableSampling").filter(Option::bool).isPresent()) {
      config = config.trust(config.trust().sampling(true));
    }
    Optional<Option> start = section.get("startup_timeout_sec");
    if (start.isPresent()) {
      config = config.startTimeout(start.get().duration());
    }
    Optional<Option> call = section.get("tool_timeout_sec");
    if (call.isPresent()) {
      config = config.timeout(call.get().duration());
    }
    BackendConfig read = config;
    at.locating(() -> transports.validate(name, read));
    return read;
  }

  /** Under one name each; what is left blank is as if it were not there. */
  private static Options named(Options written) {
    Options section = written;
    for (String key : List.of("command", "url", "serverUrl", "httpUrl", "cwd", "type")) {
      if (section.get(key).filter(at -> at.verbatim().asText("-").isBlank()).isPresent()) {
        section = section.moved(key, "", Map.of());
      }
    }
    for (String key : List.of("serverUrl", "httpUrl", "transport")) {
      String here = key.equals("transport") ? "type" : "url";
      section = section.moved(key, section.has(here) ? "" : here, Map.of());
    }
    return section;
  }

  private static boolean overHttp(Options section) {
    Optional<Option> type = section.get("type");
    boolean url =
        type.isEmpty()
            ? section.has("url") && !section.has("command")
            : switch (BackendFormat.transport(type.get().text())) {
              case "stdio" -> false;
              case "streamable-http" -> true;
              default ->
                  throw type.get()
                      .invalid(
                          "\"%s\" is no type; write stdio, http, sse or streamable-http"
                              .formatted(type.get().written()));
            };
    section.require(
        url ? "url" : "command",
        url
            ? "there is no \"url\"; add it"
            : "there is neither \"command\" nor \"url\"; write the program to start or the address"
                + " of the server");
    return url;
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
