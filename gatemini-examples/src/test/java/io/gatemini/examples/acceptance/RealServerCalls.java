package io.gatemini.examples.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The four real servers, and a call of each of their tools with arguments that make sense: results
 * of every kind of content, and failures that the tools report themselves.
 */
final class RealServerCalls {
  /** Differences between two runs by nature: times of day, environments. */
  private static final Pattern VARIES =
      Pattern.compile(
          "\\d{1,2}:\\d{2}:\\d{2}( [AP]M)?|(created|modified|accessed): [^\"\\\\]*"
              // "Resource 2: This is a base64 blob created at ..."
              + "|UmVzb3VyY2Ug[A-Za-z0-9+/=]{40,}");

  private static final String FILE = "data:text/plain;base64,Z2F0ZW1pbmkgaXMgYSBnYXRld2F5Lg==";

  /**
   * One call.
   *
   * @param tool the server's own name of the tool
   * @param shapeOnly whether only the kinds of the content blocks can be compared
   */
  record Call(String tool, JsonNode arguments, boolean shapeOnly) {}

  /** A server: how to start it, and what to call, in this order. */
  record Server(
      String name, List<String> command, Map<String, String> environment, List<Call> calls) {}

  private RealServerCalls() {}

  /** The four servers; whatever they write goes below the directory. */
  static List<Server> servers(NodePackages npm, Path directory) {
    Path files = directory.resolve("files");
    return List.of(
        new Server("everything", npm.server("everything"), Map.of(), everything()),
        new Server(
            "filesystem",
            npm.server("filesystem", files.toString()),
            Map.of(),
            filesystem(files.toString().replace('\\', '/'))),
        new Server(
            "memory",
            npm.server("memory"),
            Map.of("MEMORY_FILE_PATH", directory.resolve("memory.jsonl").toString()),
            memory()),
        new Server(
            "thinking",
            npm.server("sequential-thinking"),
            Map.of("DISABLE_THOUGHT_LOGGING", "true"),
            thinking()));
  }

  /** Puts everything that the servers write back to how it was at first. */
  static void reset(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve("memory.jsonl"));
      Path files = directory.resolve("files");
      if (Files.exists(files)) {
        try (var tree = Files.walk(files)) {
          for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
      Files.createDirectories(files.resolve("drafts"));
      Files.writeString(files.resolve("notes.txt"), "one\ntwo\nthr\u00e9e \ud83c\udf08\n");
      // The smallest PNG file: one transparent pixel.
      Files.write(
          files.resolve("dot.png"),
          java.util.Base64.getDecoder()
              .decode(
                  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A result with what varies by nature made equal. */
  static JsonNode comparable(Call call, JsonNode result) {
    try {
      if (call.shapeOnly()) {
        var kinds = RawMcpClient.JSON.createArrayNode();
        result.path("content").forEach(block -> kinds.add(block.path("type")));
        return kinds;
      }
      return RawMcpClient.JSON.readTree(VARIES.matcher(result.toString()).replaceAll("<varies>"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Call> everything() {
    return List.of(
        call("echo", "{'message': 'h\u00e9llo \\n \ud83c\udf08 \u2028 \\\\'}"),
        call("get-annotated-message", "{'messageType': 'error', 'includeImage': true}"),
        new Call("get-env", json("{}"), true),
        call("get-resource-links", "{'count': 3}"),
        call("get-resource-reference", "{'resourceType': 'Text', 'resourceId': 1}"),
        call("get-resource-reference", "{'resourceType': 'Blob', 'resourceId': 2}"),
        call("get-structured-content", "{'location': 'Chicago'}"),
        call("get-sum", "{'a': 2, 'b': 40.5}"),
        call("get-tiny-image", "{}"),
        call(
            "gzip-file-as-resource",
            "{'name': 'a.gz', 'data': '" + FILE + "', 'outputType': 'resource'}"),
        call(
            "gzip-file-as-resource",
            "{'name': 'b.gz', 'data': '" + FILE + "', 'outputType': 'resourceLink'}"),
        call("gzip-file-as-resource", "{'name': 'c.gz', 'data': 'ftp://nowhere.invalid/x'}"),
        call("toggle-simulated-logging", "{}"),
        call("toggle-simulated-logging", "{}"),
        call("toggle-subscriber-updates", "{}"),
        call("toggle-subscriber-updates", "{}"),
        call("trigger-long-running-operation", "{'duration': 0.3, 'steps': 3}"),
        call("simulate-research-query", "{'topic': 'gateways'}"));
  }

  private static List<Call> filesystem(String root) {
    return List.of(
        call("list_allowed_directories", "{}"),
        call("read_file", "{'path': '" + root + "/notes.txt'}"),
        call("read_text_file", "{'path': '" + root + "/notes.txt', 'head': 2}"),
        call("read_media_file", "{'path': '" + root + "/dot.png'}"),
        call("write_file", "{'path': '" + root + "/new.txt', 'content': 'alpha\\nbeta\\n'}"),
        call(
            "edit_file",
            "{'path': '" + root + "/new.txt', 'edits': [{'oldText': 'beta', 'newText': 'gamma'}]}"),
        call("read_multiple_files", "{'paths': ['" + root + "/new.txt', '" + root + "/gone']}"),
        call("create_directory", "{'path': '" + root + "/made'}"),
        call(
            "move_file",
            "{'source': '" + root + "/new.txt', 'destination': '" + root + "/made/n'}"),
        call("list_directory", "{'path': '" + root + "'}"),
        call("list_directory_with_sizes", "{'path': '" + root + "', 'sortBy': 'size'}"),
        call("directory_tree", "{'path': '" + root + "'}"),
        call("search_files", "{'path': '" + root + "', 'pattern': '**/n*'}"),
        call("get_file_info", "{'path': '" + root + "/notes.txt'}"),
        call("read_text_file", "{'path': '" + root + "/does-not-exist'}"),
        call("read_text_file", "{'path': '/etc/hostname'}"));
  }

  private static List<Call> memory() {
    return List.of(
        call(
            "create_entities",
            "{'entities': [{'name': 'Ada', 'entityType': 'person', 'observations': ['writes']},"
                + " {'name': 'Engine', 'entityType': 'machine', 'observations': []}]}"),
        call(
            "create_relations",
            "{'relations': [{'from': 'Ada', 'to': 'Engine', 'relationType': 'programs'}]}"),
        call(
            "add_observations",
            "{'observations': [{'entityName': 'Ada', 'contents': ['counts']}]}"),
        call("add_observations", "{'observations': [{'entityName': 'Nobody', 'contents': ['x']}]}"),
        call("read_graph", "{}"),
        call("search_nodes", "{'query': 'machine'}"),
        call("open_nodes", "{'names': ['Ada']}"),
        call(
            "delete_observations",
            "{'deletions': [{'entityName': 'Ada', 'observations': ['counts']}]}"),
        call(
            "delete_relations",
            "{'relations': [{'from': 'Ada', 'to': 'Engine', 'relationType': 'programs'}]}"),
        call("delete_entities", "{'entityNames': ['Engine']}"),
        call("read_graph", "{}"));
  }

  private static List<Call> thinking() {
    return List.of(
        call(
            "sequentialthinking",
            "{'thought': 'begin', 'nextThoughtNeeded': true, 'thoughtNumber': 1,"
                + " 'totalThoughts': 2}"),
        call(
            "sequentialthinking",
            "{'thought': 'again', 'nextThoughtNeeded': false, 'thoughtNumber': 2,"
                + " 'totalThoughts': 2, 'isRevision': true, 'revisesThought': 1}"));
  }

  private static Call call(String tool, String arguments) {
    return new Call(tool, json(arguments), false);
  }

  private static JsonNode json(String singleQuoted) {
    try {
      return RawMcpClient.JSON.readTree(singleQuoted.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
