package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.process.ResidentMemory;
import java.lang.module.ModuleDescriptor.Version;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a client's entry that gives a model the tools of a server at once, where the client
 * would have it search them first. Immutable.
 *
 * @param value the value that does so
 * @param program the client's program, which prints its version
 * @param since the first version that reads the key
 */
public record LoadingKey(String name, JsonNode value, String program, String since) {
  /** A program in Node takes a second on a machine that is busy. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final Pattern VERSION =
      Pattern.compile("(?<![\\d.])\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}(?!\\d)");

  /** The key of a client; empty where its documents name none. */
  public static Optional<LoadingKey> of(McpClient client) {
    return switch (client) {
      case CLAUDE_CODE ->
          Optional.of(new LoadingKey("alwaysLoad", BooleanNode.TRUE, "claude", "2.1.121"));
      case COPILOT_CLI ->
          Optional.of(new LoadingKey("deferTools", TextNode.valueOf("never"), "copilot", "1.0.63"));
      default -> Optional.empty();
    };
  }

  /**
   * Adds the key to an entry of the client, unless the program says that it is older. Both clients
   * pass over keys that they do not know, so a version that cannot be read does no harm. Takes
   * seconds at most.
   */
  public void addTo(McpClient client, ObjectNode entry) {
    if (ResidentMemory.run(List.of(program, "--version"), LIMIT)
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .filter(found -> Version.parse(found.group()).compareTo(Version.parse(since)) < 0)
        .isEmpty()) {
      ((ObjectNode) entry.path(client.section()).path(McpClient.SERVER)).set(name, value);
    }
  }

  /** Keeps what a user wrote for the key in the entry that is replaced. */
  void keep(JsonNode replaced, ObjectNode entry) {
    JsonNode own = replaced.path(name);
    if (!own.isMissingNode() && !own.equals(value)) {
      entry.set(name, own);
    }
  }
}
