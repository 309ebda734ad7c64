package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the operations and their parameters out of a directory of OpenAPI and Swagger files. */
final class OpenApiReader {
  static final String OPERATION = "api-operation";
  static final String PARAMETER = "api-parameter";
  static final String SERVICE = "api-service";

  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  /** These vendors' tools are in the evaluation data. */
  private static final Pattern EXCLUDED = Pattern.compile("azure|microsoft|mongo");

  /** Keeps the few giant APIs from drowning the rest. */
  private static final int OPERATIONS_PER_FILE = 600;

  private static final int PARAMETERS_PER_OPERATION = 4;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Consumer<Entry> sink;

  private OpenApiReader(Consumer<Entry> sink) {
    this.sink = sink;
  }

  static void read(Path directory, Consumer<Entry> sink) {
    OpenApiReader reader = new OpenApiReader(sink);
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> sorted =
          files
              .filter(file -> file.toString().endsWith(".json"))
              .filter(
                  file ->
                      !EXCLUDED
                          .matcher(directory.relativize(file).toString().toLowerCase(Locale.ROOT))
                          .find())
              .sorted()
              .toList();
      for (Path file : sorted) {
        reader.readFile(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readFile(Path file) throws IOException {
    JsonNode root = mapper.readTree(file.toFile());
    JsonNode info = root.path("info");
    emit(SERVICE, info.path("title").asText(), info.path("description").asText());
    for (JsonNode tag : root.path("tags")) {
      emit(SERVICE, tag.path("name").asText(), tag.path("description").asText());
    }
    int left = OPERATIONS_PER_FILE;
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey()) && left-- > 0) {
          readOperation(operation.getKey(), path.getKey(), operation.getValue());
        }
      }
    }
  }

  private void readOperation(String method, String path, JsonNode operation) {
    String name = operation.path("operationId").asText();
    if (name.isEmpty()) {
      name = method + path.replaceAll("\\{[^}]*}", "");
    }
    name = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9]+", "_");
    String summary = operation.path("summary").asText().strip();
    String description = operation.path("description").asText().strip();
    if (summary.isEmpty() || description.startsWith(summary)) {
      emit(OPERATION, name, description);
    } else if (description.isEmpty()) {
      emit(OPERATION, name, summary);
    } else {
      emit(OPERATION, name, summary + (summary.endsWith(".") ? " " : ". ") + description);
    }
    int left = PARAMETERS_PER_OPERATION;
    for (JsonNode parameter : operation.path("parameters")) {
      String text = parameter.path("description").asText();
      if (!text.isEmpty() && left-- > 0) {
        emit(PARAMETER, parameter.path("name").asText(), text);
      }
    }
  }

  private void emit(String source, String name, String description) {
    String prose = Prose.clean(description);
    if (!prose.isEmpty() && !EXCLUDED.matcher(prose.toLowerCase(Locale.ROOT)).find()) {
      sink.accept(new Entry(source, name, prose));
    }
  }
}
