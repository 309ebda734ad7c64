package io.gatemini.server.install;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.state.FileLocking;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration file of an MCP client, which belongs to somebody else. */
public final class ClientFile {
  /** Several edits in a row, each of which builds a gateway to check it. */
  private static final Duration EDITS = Duration.ofMinutes(1);

  private final Path file;

  private ClientFile(Path file) {
    this.file = file;
  }

  /** The file at a path; it need not exist. */
  public static ClientFile of(Path path) throws IOException {
    // For a link, the file it leads to is written and the link stays.
    return new ClientFile(Files.exists(path) ? path.toRealPath() : path.toAbsolutePath());
  }

  /**
   * Puts the entry of the server into the file, in place of one that is there, and keeps everything
   * else.
   *
   * @return what was done, for people
   * @throws ConfigException when the file is not what a client reads
   */
  public String add(McpClient client, ObjectNode entry) throws IOException {
    return edit(file, () -> added(client, entry));
  }

  private String added(McpClient client, ObjectNode entry) throws IOException {
    ObjectNode content = read();
    JsonNode servers = content.path(client.section());
    if (!servers.isMissingNode() && !servers.isObject()) {
      throw refused("\"" + client.section() + "\" in it is not an object", null);
    }
    ObjectNode added =
        entry.withObjectProperty(client.section()).withObjectProperty(McpClient.SERVER);
    JsonNode known = servers.path(McpClient.SERVER);
    LoadingKey.of(client).ifPresent(key -> key.keep(known, added));
    if (known.equals(added)) {
      return file + " has this entry already; nothing was written";
    }
    content.withObjectProperty(client.section()).set(McpClient.SERVER, added);
    Optional<Path> backup = backUp();
    write(content);
    return (known.isMissingNode() ? "added \"" : "replaced \"")
        + McpClient.SERVER
        + "\" in "
        + file
        + backup.map(copy -> " (what it was: " + copy.getFileName() + ")").orElse("")
        + "; restart "
        + client.title();
  }

  private ObjectNode read() throws IOException {
    if (!Files.exists(file) || Files.readAllBytes(file).length == 0) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode content =
          Json.mapper()
              .readerFor(JsonNode.class)
              // Written back, one of two would be gone.
              .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .readValue(Files.readAllBytes(file));
      if (content instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw refused("it is not a JSON object (comments would be lost)", e);
    }
    throw refused("it is not a JSON object", null);
  }

  private ConfigException refused(String why, @Nullable Throwable cause) {
    return new ConfigException(
        file + " was left as it is: " + why + "; add the entry by hand", cause);
  }

  /** A copy beside the file, under a name that no earlier one has. */
  private Optional<Path> backUp() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Path backup = file.resolveSibling(file.getFileName() + ".bak");
    for (int i = 2; Files.exists(backup); i++) {
      backup = file.resolveSibling(file.getFileName() + ".bak" + i);
    }
    return Optional.of(Files.copy(file, backup, StandardCopyOption.COPY_ATTRIBUTES));
  }

  private void write(ObjectNode content) throws IOException {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    byte[] text =
        Json.mapper()
            .writer(new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines))
            .writeValueAsBytes(content);
    replace(file, text);
  }

  /** Reads a file and writes it, while no other process of this user does. */
  static String edit(Path file, FileLocking.Step<String> step) throws IOException {
    Path own = Environment.cacheDirectory().resolve("gatemini");
    Path lock = own.resolve(DaemonPlaces.hash(file.toString())).resolve("edit.lock");
    return new FileLocking(lock, EDITS).locked(step);
  }

  /** Writes a file; readers see it as it was or as it is now, never a part of it. */
  static void replace(Path file, byte[] text) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      if (Files.exists(file)) {
        // With its permissions: it may hold secrets.
        Files.copy(
            file, next, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.write(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
