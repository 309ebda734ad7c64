package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records answers of real MCP servers about a copy of this repository, for the tests of {@code
 * gatemini-api} that reduce them. Runs only with a directory to write to:
 *
 * <pre>
 * mvn test -pl gatemini-examples -am -Dtest=RecordedAnswers -Dsurefire.failIfNoSpecifiedTests=false
 *     -Drecord.answers=gatemini-api/src/test/resources/io/gatemini/recorded
 * </pre>
 */
@EnabledIfSystemProperty(named = "record.answers", matches = ".+")
class RecordedAnswers {
  private static final int LARGE_FILE = 1 << 20;

  /** Stands in the answers for the directory of this run. */
  private static final String ROOT = "/repository";

  private final Path repository =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..").normalize();

  private Path directory = Path.of("");

  @Test
  void record(@TempDir Path temporary) throws IOException {
    directory = temporary.toRealPath();
    List<Path> sources = copySources();
    NodePackages npm = NodePackages.installed();
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .backend("files", server(npm.server("filesystem", directory.toString())))
                .backend(
                    "memory",
                    server(npm.server("memory"))
                        .env("MEMORY_FILE_PATH", directory.resolve("memory.jsonl").toString())))) {

      files(gateway);
      memory(gateway, sources);
    }
  }

  private static BackendConfig server(List<String> command) {
    return BackendConfig.stdio(
        command.get(0), command.subList(1, command.size()).toArray(String[]::new));
  }

  private void files(Gateway gateway) throws IOException {
    record(gateway, "list-directory", "files.list_directory", path("flat"));
    record(gateway, "list-directory-with-sizes", "files.list_directory_with_sizes", path("flat"));
    record(gateway, "directory-tree", "files.directory_tree", path("tree"));
    record(gateway, "search-files", "files.search_files", path("tree").put("pattern", "**/*.java"));
    record(gateway, "read-large-file", "files.read_text_file", path("service.log"));
    ObjectNode several = object();
    several
        .putArray("paths")
        .add(directory.resolve("tree/README.md").toString())
        .add(directory.resolve("tree/gatemini-api/README.md").toString())
        .add(directory.resolve("tree/gatemini-search/README.md").toString());
    record(gateway, "read-several-files", "files.read_multiple_files", several);
    record(gateway, "file-info", "files.get_file_info", path("service.log"));
  }

  /** Classes with their first comment, and which of them import which. */
  private void memory(Gateway gateway, List<Path> sources) throws IOException {
    ObjectNode entities = object();
    ObjectNode relations = object();
    ArrayNode nodes = entities.putArray("entities");
    ArrayNode edges = relations.putArray("relations");
    for (Path source : sources) {
      String code = Files.readString(source);
      String name = className(source);
      ObjectNode node = nodes.addObject().put("name", name).put("entityType", "class");
      node.putArray("observations")
          .add("in " + repository.relativize(source).subpath(0, 1))
          .add(code.lines().count() + " lines")
          .add(firstComment(code));
      code.lines()
          .filter(line -> line.startsWith("import io.gatemini."))
          .map(line -> line.substring(line.lastIndexOf('.') + 1, line.length() - 1))
          .forEach(
              used ->
                  edges
                      .addObject()
                      .put("from", name)
                      .put("to", used)
                      .put("relationType", "imports"));
    }
    call(gateway, "memory.create_entities", entities);
    call(gateway, "memory.create_relations", relations);
    record(gateway, "read-graph", "memory.read_graph", object());
    record(gateway, "search-nodes", "memory.search_nodes", object("query", "transport"));
    ObjectNode few = object();
    few.putArray("names").add("Gateway").add("Session");
    record(gateway, "open-nodes", "memory.open_nodes", few);
  }

  private static String className(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  private static String firstComment(String code) {
    int from = code.indexOf("/**");
    int to = code.indexOf("*/", Math.max(from, 0));
    return from < 0 || to < from + 3
        ? "no comment"
        : code.substring(from + 3, to).replaceAll("\\s*\\*\\s*", " ").strip();
  }

  /** The tree, the same in one directory, and one large file; the Java sources. */
  private List<Path> copySources() throws IOException {
    Path flat = Files.createDirectories(directory.resolve("flat"));
    List<Path> files;
    try (Stream<Path> walk = Files.walk(repository)) {
      files =
          walk.filter(path -> path.toString().matches(".*/(src|README)[^/]*(/.*)?\\.(java|md|js)"))
              .filter(path -> !path.toString().contains("/target/"))
              .sorted()
              .toList();
    }
    for (Path file : files) {
      Path relative = repository.relativize(file);
      Path copy = directory.resolve("tree").resolve(relative);
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
      Files.copy(file, flat.resolve(relative.toString().replace('/', '.')));
    }
    Files.writeString(directory.resolve("service.log"), log());
    return files.stream()
        .filter(file -> file.toString().contains("/main/") && file.toString().endsWith(".java"))
        .filter(file -> !file.endsWith("package-info.java"))
        .toList();
  }

  /** A megabyte of a service's log, in which little matters. */
  private static String log() {
    StringBuilder log = new StringBuilder();
    Instant time = Instant.parse("2026-11-22T08:00:00Z");
    Random random = new Random(5);
    for (int i = 0; log.length() < LARGE_FILE; i++) {
      time = time.plusMillis(random.nextInt(900));
      boolean failed = i % 2_311 == 2_000;
      log.append(time)
          .append(
              failed
                  ? " ERROR payment.gateway refund of invoice A-"
                  : " INFO http.access GET /orders/")
          .append(random.nextInt(10_000))
          .append(failed ? " was declined: card expired" : " 200 in ")
          .append(failed ? "" : random.nextInt(90) + " ms")
          .append('\n');
    }
    return log.toString();
  }

  private ObjectNode path(String relative) {
    return object("path", directory.resolve(relative).toString());
  }

  private static String call(Gateway gateway, String tool, JsonNode arguments) {
    return gateway.call(ToolCall.of(tool, RawJson.of(arguments))).json().toString();
  }

  private void record(Gateway gateway, String name, String tool, JsonNode arguments)
      throws IOException {
    ObjectNode recorded = object("tool", tool);
    String result = call(gateway, tool, arguments).replace(directory.toString(), ROOT);
    recorded.set("arguments", arguments);
    String text = recorded.toString().replace(directory.toString(), ROOT);
    Path target = Files.createDirectories(repository.resolve(System.getProperty("record.answers")));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(target.resolve(name + ".json.gz")))) {
      out.write(
          (text.substring(0, text.length() - 1) + ",\"result\":" + result + "}")
              .getBytes(StandardCharsets.UTF_8));
    }
  }
}
