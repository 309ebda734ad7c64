package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.server.install.ImportedServers;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.install.McpClient;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.OwnFolders;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Provider;
import io.gatemini.transport.cli.CliBackendProvider;
import io.gatemini.transport.stdio.StdioBackendProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands on a configuration without a running gateway. */
@Command(name = "config", description = "Check, create and convert configurations.")
final class ConfigCommand extends Subcommand implements Runnable {
  private static final String FIRST =
      """
      # A configuration of Gatemini; "gatemini config check" lists its faults.
      backends:
        # A server that is started, and spoken to over its pipes:
        files:
          command: npx
          args: [-y, "@modelcontextprotocol/server-filesystem", %s]
        # A server at an address; a secret is named, not written:
        # issues:
        #   url: https://mcp.example.com/mcp
        #   headers: {Authorization: "Bearer secretref:env:ISSUES_TOKEN"}
        # A program of the command line as a tool:
        # git:
        #   tools:
        #     log: {description: "Show the last commits.", command: "git log --oneline -n 20"}
      """;

  @Override
  public void run() {
    spec.commandLine().usage(out());
  }

  @Command(
      name = "check",
      description = "Report all its faults, missing secrets and variables included.")
  int check(
      @Parameters(
              arity = "0..1",
              paramLabel = "FILE",
              description = "The file; by default that of -c.")
          @Nullable Path named) {
    Path file = ConfigLocation.orDefault(named == null ? parent.config : named);
    GatewayBuilder builder = strict().config(file);
    GatewaySettings settings = builder.settings();
    // As far as it goes without a start: names, transports, secrets.
    builder.build().close();
    List<String> found = new ArrayList<>(OwnFolders.ofDaemon(file).find(settings));
    settings
        .backends()
        .forEach(
            (name, backend) -> {
              found.addAll(mistakes(name, backend));
              found.addAll(CliBackendProvider.faults(name, backend));
            });
    if (settings.allBackends().isEmpty() && settings.compositeTools().isEmpty()) {
      found.add("there are no backends, and no composite tools: agents find no tools");
    }
    if (!found.isEmpty()) {
      throw ConfigException.of(
          found.stream().map(sentence -> new ConfigException(file + ": " + sentence)).toList());
    }
    int disabled = settings.allBackends().size() - settings.backends().size();
    out()
        .println(
            file
                + ": nothing is wrong; "
                + count(settings.backends().size(), "backend", "backends")
                + (disabled == 0 ? "" : " and " + disabled + " disabled")
                + ", "
                + count(settings.aliases().size(), "alias", "aliases")
                + ", "
                + count(settings.compositeTools().size(), "composite tool", "composite tools"));
    return 0;
  }

  /** The command where no system starts it, as a whole line where the name of a program belongs. */
  static List<String> mistakes(String name, BackendConfig backend) {
    List<String> command = backend.command();
    if (command.size() != 1
        || !command.get(0).strip().contains(" ")
        || Files.exists(Path.of(command.get(0)))) {
      return StdioBackendProvider.mistake(backend)
          .map(it -> "backends." + name + ": " + it)
          .stream()
          .toList();
    }
    String[] words = command.get(0).strip().split(" +", 2);
    return List.of(
        "backends.%s.command: \"%s\" is no program; write command: %s and args: [%s]"
            .formatted(name, command.get(0), words[0], words[1].replace(" ", ", ")));
  }

  static GatewayBuilder strict() {
    GatewayBuilder builder = Gateway.builder();
    return builder.settings(builder.settings().strictSecrets(true).lazyStart(true));
  }

  private static String count(int count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  @Command(
      name = "schema",
      description =
          "Print the JSON schema, for editors; with -c also the keys of the plug-ins in use.")
  int schema() throws IOException {
    if (parent.config != null) {
      GatewaySettings settings = strict().config(parent.config).settings();
      out().println(schema(settings).toPrettyString());
      return 0;
    }
    try (InputStream schema =
        Objects.requireNonNull(
            Gateway.class.getResourceAsStream("config.schema.json"), "config.schema.json")) {
      out().print(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
    }
    return 0;
  }

  private static ObjectNode schema(GatewaySettings settings) {
    List<Provider> plugins =
        new ArrayList<>(Plugins.of(Provider.class, List.of(), settings.discover()));
    plugins.removeIf(plugin -> settings.excluded().contains(plugin.name()));
    return ConfigSchema.of(
        plugins.stream()
            .filter(BackendProvider.class::isInstance)
            .map(BackendProvider.class::cast)
            .toList(),
        plugins);
  }

  @Command(name = "path", description = "Print the path of the configuration that is used.")
  int path() {
    out().println(ConfigLocation.orDefault(parent.config).toAbsolutePath().normalize());
    return 0;
  }

  @Command(name = "init", description = "Create a configuration; an existing one is kept.")
  int init(
      @Parameters(
              arity = "0..1",
              paramLabel = "FILE",
              description = "The file; else that of -c, or the one in the platform's directory.")
          @Nullable Path named,
      @Option(
              names = "--folder",
              paramLabel = "DIR",
              description =
                  "The folder whose files agents may read and write; without it, an example to "
                      + "edit.")
          @Nullable Path folder)
      throws IOException {
    Path file =
        named != null ? named : parent.config != null ? parent.config : ConfigLocation.standard();
    if (Files.exists(file)) {
      throw new ConfigException(file + " is there already, and was left as it is");
    }
    String text = first(file, folder);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    Files.deleteIfExists(ConfigLocation.acceptedFile(file)); // of a file that was here before
    out()
        .println(
            "wrote "
                + file
                + "; "
                + (folder == null
                    ? "write your folder in place of " + OwnFolders.EXAMPLE + ", then "
                    : "")
                + "\"gatemini tools -c "
                + file
                + "\" starts what it names");
    return 0;
  }

  /** A configuration over a folder, which must not contain that file. */
  private static String first(Path file, @Nullable Path folder) {
    if (folder == null) {
      return FIRST.formatted(TextNode.valueOf(OwnFolders.EXAMPLE));
    }
    if (!Files.isDirectory(folder)) {
      throw new ConfigException(folder + " is not a folder; make it, or name another one");
    }
    String path = folder.toAbsolutePath().normalize().toString();
    String text = FIRST.formatted(TextNode.valueOf(path));
    GatewaySettings settings = Gateway.builder().config(file, text).settings();
    List<String> found = OwnFolders.ofDaemon(file).find(settings);
    if (!found.isEmpty()) {
      throw new ConfigException(found.get(0));
    }
    return text;
  }

  @Command(
      name = "import",
      description = "Print the servers of an MCP client, or of its file, as a configuration.")
  int importServers(
      @Parameters(
              paramLabel = "CLIENT",
              description =
                  "claude, claude-code, copilot-cli, cursor, vscode, windsurf, zed, or a file.")
          String from)
      throws IOException {
    Optional<McpClient> client =
        Arrays.stream(McpClient.values()).filter(known -> known.toString().equals(from)).findAny();
    Path file = client.map(McpClient::file).orElseGet(() -> Path.of(from));
    if (client.isEmpty() && !Files.exists(file)) {
      throw new ConfigException(
          "there is no client and no file "
              + from
              + "; known clients are "
              + Arrays.toString(McpClient.values()).replaceAll("[\\[\\]]", ""));
    }
    out().print(ImportedServers.of(file));
    return 0;
  }

  @Command(
      name = "export",
      description = "Print the entry by which an MCP client starts a gateway with it.")
  int export(
      @Parameters(paramLabel = "CLIENT", description = "claude, cursor, vscode, ...")
          McpClient client) {
    out().println(client.entry(InstalledServer.required(), parent.config).toPrettyString());
    return 0;
  }
}
