package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.server.install.Registry;
import io.gatemini.server.install.RegistryInputs;
import io.gatemini.server.install.RegistryOffer;
import io.gatemini.server.install.RegistryServer;
import io.gatemini.server.install.ServerEntries;
import io.gatemini.server.ipc.ShellLine;
import io.gatemini.server.serve.Server;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a server to the configuration. */
@Command(
    name = "add",
    description =
        "Add a server to the configuration: gatemini add NAME -- COMMAND ARG..., gatemini add NAME"
            + " URL, or gatemini add SERVER, a server of the MCP registry. The rest of the file"
            + " stays as it is.")
final class AddCommand extends EntryCommand {
  private static final int MAX_LISTED = 20;
  private static final int MAX_SHOWN = 200;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND|URL",
      description =
          "The program after --, with its arguments, or an address. Without it the registry is"
              + " asked for the server with this name, or with these words.")
  List<String> words = List.of();

  @Option(
      names = {"-e", "--env", "--set"},
      paramLabel = "KEY=VALUE",
      description =
          "A variable of the program, or a value that the registry's entry asks for;"
              + " secretref:env:NAME keeps a secret out of the file.")
  List<String> env = new ArrayList<>();

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME: VALUE",
      description = "A header for the address.")
  List<String> headers = new ArrayList<>();

  @Option(names = "--description", paramLabel = "TEXT", description = "Its purpose.")
  @Nullable String description;

  @ArgGroup(exclusive = false, heading = "For a server of the registry:%n")
  @Nullable FromRegistry options;

  /** How a server of the registry is added. */
  static final class FromRegistry {
    @Option(
        names = "--registry",
        paramLabel = "FILE|URL",
        description =
            "A server.json, an answer of a registry, or a registry's address; else"
                + " GATEMINI_REGISTRY, else "
                + Registry.PUBLIC
                + ".")
    @Nullable String registry;

    @Option(
        names = "--package",
        paramLabel = "KIND",
        description = "npm, pypi, oci, nuget, or remote for its address.")
    RegistryOffer.@Nullable Kind kind;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of the backend.")
    @Nullable String backend;

    @Option(names = "--yes", description = "Write without a question.")
    boolean yes;
  }

  @Override
  String change(ServerEntries entries) throws IOException {
    if (!words.isEmpty() && options != null) {
      throw refused("--registry, --package, --name and --yes are for a server of the registry");
    }
    return words.isEmpty()
        ? fromRegistry(entries, options == null ? new FromRegistry() : options)
        : entries.add(name, entry(entries.isOfClient()));
  }

  private String fromRegistry(ServerEntries entries, FromRegistry asked) throws IOException {
    if (Registry.isAddress(name)) {
      throw refused("a name is missing before the address: gatemini add NAME " + name);
    }
    if (spec.commandLine().getParseResult().originalArgs().contains("--")) {
      throw refused("a command is missing after --: gatemini add " + name + " -- COMMAND");
    }
    if (!headers.isEmpty()) {
      throw refused("--header is for an address");
    }
    String place =
        Objects.requireNonNullElseGet(
            asked.registry,
            () -> System.getenv().getOrDefault("GATEMINI_REGISTRY", Registry.PUBLIC));
    RegistryServer server = one(new Registry(place).find(name), place);
    String backend = Objects.requireNonNullElse(asked.backend, server.shortName());
    entries.checkFree(backend);

    RegistryOffer offer = server.choose(asked.kind, AddCommand::isHere);
    var inputs = new RegistryInputs(given(), backend, entries.isOfClient(), AddCommand::ask);
    ObjectNode entry = offer.entry(inputs);
    inputs.checkGiven();
    if (description != null) {
      entry.put("description", description);
    }
    out().println(server.line());
    show(entry, inputs.secrets(), entries.file());
    if (!asked.yes
        && !ask("write it as \"" + backend + "\"? (y/n) ", false).orElse("").matches("(?i)y|yes")) {
      throw new GatewayException(
          "nothing is written"
              + (Server.isTerminal() ? "" : "; without a terminal it takes --yes"));
    }
    return entries.add(backend, entry);
  }

  private Map<String, List<String>> given() {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (String pair : env) {
      String[] parts = pair.split("=", 2);
      if (parts.length < 2) {
        throw refused("--env and --set are KEY=VALUE, not \"" + pair + "\"");
      }
      given.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1]);
    }
    return given;
  }

  private RegistryServer one(List<RegistryServer> found, String place) {
    if (found.size() == 1) {
      return found.get(0);
    }
    found.stream().limit(MAX_LISTED).forEach(server -> out().println(server.line()));
    String wanted = VisibleText.quoted(name, MAX_SHOWN) + " in ";
    throw new GatewayException(
        found.isEmpty()
            ? place + " has no server with " + wanted + "its name or description"
            : found.size()
                + " servers have "
                + wanted
                + "their name or description; name one: gatemini add "
                + found.get(0).name());
  }

  /** Everything that will run, before it is written. */
  private void show(ObjectNode entry, Set<String> secrets, Path file) {
    String program = entry.path("command").asText();
    StringBuilder line = new StringBuilder("  ");
    line.append(program.isEmpty() ? "address: " + entry.path("url").asText() : "runs: " + program);
    entry
        .path("args")
        .forEach(argument -> line.append(' ').append(ShellLine.word(argument.asText())));
    out().println(line);
    for (String key : List.of("env", "headers")) {
      entry
          .path(key)
          .properties()
          .forEach(it -> out().println("  " + it.getKey() + ": " + it.getValue().asText()));
    }
    out().println("  file: " + file);
    for (String variable : secrets) {
      Path dotEnv = file.resolveSibling(".env");
      out().println("  put " + variable + "=... into the environment, or into " + dotEnv);
    }
    if (!program.isEmpty() && !isHere(program)) {
      out().println("  " + program + " is not on the path; install it");
    }
    out().flush();
  }

  private static boolean isHere(String program) {
    return DoctorCommand.isOnPath(program, System.getenv().getOrDefault("PATH", ""));
  }

  static Optional<String> ask(String text, boolean secret) {
    Console console = Server.isTerminal() ? System.console() : null;
    if (console == null) {
      return Optional.empty();
    }
    return secret
        ? Optional.ofNullable(console.readPassword("%s", text)).map(String::new)
        : Optional.ofNullable(console.readLine("%s", text));
  }

  private ObjectNode entry(boolean ofClient) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    if (description != null) {
      entry.put("description", description);
    }
    String first = words.get(0);
    boolean address = words.size() == 1 && Registry.isAddress(first);
    if (address ? !env.isEmpty() : !headers.isEmpty()) {
      throw refused(
          address
              ? "--env is for a command; an address has --header"
              : "--header is for an address");
    }
    if (address) {
      if (ofClient) {
        entry.put("type", "http"); // clients take it for a command without
      }
      entry.put("url", first);
    } else {
      entry.put("command", first);
      if (words.size() > 1) {
        words.stream().skip(1).forEach(entry.putArray("args")::add);
      }
    }
    if (!env.isEmpty()) {
      ObjectNode variables = entry.putObject("env");
      given().forEach((key, values) -> variables.put(key, values.get(values.size() - 1)));
    }
    if (!headers.isEmpty()) {
      ObjectNode fields = entry.putObject("headers");
      for (String header : headers) {
        int colon = header.indexOf(':');
        if (colon < 1) {
          throw refused("--header is NAME: VALUE, not \"" + header + "\"");
        }
        fields.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
      }
    }
    return entry;
  }
}
