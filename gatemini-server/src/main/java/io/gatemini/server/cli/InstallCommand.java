package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.archive.ClassArchive;
import io.gatemini.server.install.ClientFile;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.install.LoadingKey;
import io.gatemini.server.install.McpClient;
import io.gatemini.server.serve.ConfigLocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Enters the server into the configuration of an MCP client. */
@Command(
    name = "install",
    description = "Print or write the entry of an MCP client that starts this server.")
final class InstallCommand extends Subcommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "CLIENT",
      description =
          "claude (Claude Desktop), claude-code, copilot-cli, cursor, vscode, windsurf or zed.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private McpClient client;

  @Option(
      names = "--write",
      description =
          "Write it into the client's file, which is copied first and else left as it is.")
  boolean write;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Another file than the client's own.")
  @Nullable Path file;

  @Option(
      names = "--no-host-hints",
      description = "Do not ask the client to load the tools of the gateway at once.")
  boolean withoutHints;

  @Override
  public Integer call() throws IOException {
    if (file != null && !write) {
      throw refused("--file needs --write");
    }
    Path config = parent.config;
    if (config != null && !Files.isRegularFile(config)) {
      throw new ConfigException("there is no file " + config.toAbsolutePath());
    }
    ObjectNode entry = client.entry(InstalledServer.required(), config);
    if (!withoutHints && hints(config)) {
      LoadingKey.of(client).ifPresent(key -> key.addTo(client, entry));
    }
    PrintWriter out = out();
    if (!write) {
      out.println(entry.toPrettyString());
    } else {
      Path target = file == null ? client.file() : file;
      if (config != null && Files.exists(target) && Files.isSameFile(config, target)) {
        throw new ConfigException(
            "the gateway in "
                + target
                + " would contain itself; copy the servers into another file");
      }
      out.println(ClientFile.of(target).add(client, entry));
    }
    if (ClassArchive.missing().isPresent()) {
      err().println("gatemini: " + OperatorCommand.of("warm") + " to halve each start");
    }
    if (config == null) {
      reportMissingConfig();
    }
    return 0;
  }

  /** Whether the surface of the configuration may ask hosts; without a sound one, as by default. */
  private static boolean hints(@Nullable Path config) {
    try {
      GatewaySettings settings =
          Gateway.builder().config(ConfigLocation.orDefault(config)).settings();
      JsonNode surface = settings.pluginConfigs().get(settings.surface());
      return surface == null || surface.path("host_hints").asBoolean(true);
    } catch (ConfigException e) {
      return true;
    }
  }

  private void reportMissingConfig() {
    try {
      ConfigLocation.orDefault(null);
    } catch (ConfigException e) {
      err().println("gatemini: " + e.getMessage());
    }
  }
}
