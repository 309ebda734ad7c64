package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.ConfigException;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.search.evaluation.ResourceReport.Size;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.text.BytesTokenEstimator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures what a client reads of a gateway beside its tools, against all schemas at once: every
 * resource under an address of its own, the lists, the instructions. Immutable: every setter
 * returns a changed copy. {@link #run} works on the calling thread and may be called again.
 *
 * <p>The catalogs are those of {@link TokenMeasurement}. For each tool or backend the median is
 * reported.
 */
final class ResourceMeasurement {
  private static final Duration READY = Duration.ofMinutes(10);
  private static final ToolResult ANSWER = ToolResult.text("{\"status\":\"ok\"}");

  /** Figures of calls are measured after so many: as many as {@code recent} lists. */
  private static final int CALLS = 50;

  private static final String TOOL = "gatemini://tool/";
  private static final String BACKEND = "gatemini://backend/{backend_name}";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Path data;
  private final Optional<String> pool;
  private final List<Integer> sizes;
  private final Consumer<String> progress;
  private final TokenEstimator tokens = new BytesTokenEstimator();

  private ResourceMeasurement(
      Path data, Optional<String> pool, List<Integer> sizes, Consumer<String> progress) {
    this.data = data;
    this.pool = pool;
    this.sizes = sizes;
    this.progress = progress;
  }

  /** A measurement of the largest pool of a directory, as {@link Evaluation#of} reads it. */
  static ResourceMeasurement of(Path data) {
    return new ResourceMeasurement(
        Objects.requireNonNull(data, "data"), Optional.empty(), List.of(), told -> {});
  }

  /** Measures the pool of this name. */
  ResourceMeasurement pool(String name) {
    return new ResourceMeasurement(data, Optional.of(name), sizes, progress);
  }

  /** How many tools the catalogs have; all of the pool where it is not said, or has fewer. */
  ResourceMeasurement tools(List<Integer> sizes) {
    return new ResourceMeasurement(data, pool, List.copyOf(sizes), progress);
  }

  /** Reports how far the measurement is, on the thread that runs it. */
  ResourceMeasurement progress(Consumer<String> listener) {
    return new ResourceMeasurement(data, pool, sizes, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Runs the measurement.
   *
   * @throws ConfigException naming file and line where the data is wrong, or when there is no pool
   *     of the name
   */
  ResourceReport run() {
    Pool chosen = TokenMeasurement.chosen(data, pool);
    List<EvaluatedQuery> tasks = CatalogCut.tasks(chosen, TokenMeasurement.TASKS);
    List<ResourceReport.Catalog> catalogs = new ArrayList<>();
    for (int size : sizes.isEmpty() ? List.of(chosen.tools().size()) : sizes) {
      if (size < 1) {
        throw new ConfigException("a catalog has at least one tool, not " + size);
      }
      catalogs.add(measure(CatalogCut.of(chosen, tasks, size)));
    }
    return new ResourceReport(chosen.name(), catalogs);
  }

  private ResourceReport.Catalog measure(CatalogCut cut) {
    GatewayBuilder builder = Gateway.builder();
    RegisteredTools.of(cut.tools(), ANSWER).addTo(builder);
    Map<String, Size> sizes = new LinkedHashMap<>();
    int tools;
    try (Gateway gateway = builder.build()) {
      if (!gateway.awaitReady(READY)) {
        throw new GatewayException("the tools were not searchable within " + READY);
      }
      List<String> backends = new ArrayList<>();
      for (Resource resource : gateway.resources()) {
        if (hasAnAddressOfItsOwn(resource)) {
          sizes.put(resource.uri(), size(gateway, resource.uri()));
        } else {
          backends.add(resource.uri());
        }
      }
      List<String> names =
          gateway.catalog().tools().stream().map(tool -> segment(tool.key())).toList();
      sizes.put(TOOL + "{tool_name}", median(gateway, names.stream().map(TOOL::concat)));
      sizes.put(BACKEND, median(gateway, backends.stream()));
      sizes.put(BACKEND + "/tools", median(gateway, backends.stream().map(it -> it + "/tools")));
      sizes.put("gatemini://guide/discovery", size(gateway, "gatemini://guide/discovery"));
      call(gateway);
      for (String counting : List.of("gatemini://recent", "gatemini://stats")) {
        sizes.put(counting, size(gateway, counting));
      }
      sizes.put("resources/list", size(resources(gateway.resources())));
      sizes.put("resources/templates/list", size(templates(gateway.resourceTemplates())));
      sizes.put("prompts/list", size(prompts(gateway.prompts())));
      sizes.put("instructions", size(gateway.instructions()));
      sizes.put("all schemas", size(TokenMeasurement.schemas(gateway.catalog().tools())));
      tools = gateway.catalog().tools().size();
    }
    progress.accept(tools + " tools: done");
    return new ResourceReport.Catalog(tools, sizes);
  }

  /** Calls tools in turn, leaving out those whose arguments are hard to make up. */
  private static void call(Gateway gateway) {
    List<ToolDescriptor> tools = gateway.catalog().tools();
    int called = 0;
    for (int i = 0; called < CALLS && i < tools.size() + CALLS; i++) {
      ToolDescriptor tool = tools.get(i % tools.size());
      try {
        gateway.call(tool.key(), arguments(tool.inputSchema()));
        called++;
      } catch (InvalidArgumentsException e) {
        // One of those.
      }
    }
  }

  private static Map<String, Object> arguments(JsonNode schema) {
    Map<String, Object> arguments = new HashMap<>();
    for (JsonNode required : schema.path("required")) {
      JsonNode property = schema.path("properties").path(required.asText());
      Object value =
          switch (property.path("type").asText()) {
            case "integer", "number" -> 1;
            case "boolean" -> true;
            case "array" -> List.of();
            case "object" -> Map.of();
            default -> property.path("enum").path(0).asText("text");
          };
      arguments.put(required.asText(), value);
    }
    return arguments;
  }

  /** The one of which half are smaller. */
  private Size median(Gateway gateway, Stream<String> addresses) {
    List<Size> sorted =
        addresses
            .map(address -> size(gateway, address))
            .sorted(Comparator.comparingLong(Size::bytes))
            .toList();
    return sorted.get(sorted.size() / 2);
  }

  private Size size(Gateway gateway, String address) {
    return size(gateway.readResource(address).text());
  }

  /** A name as it stands in an address. */
  private static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Not one of many of a template. */
  private static boolean hasAnAddressOfItsOwn(Resource resource) {
    int path = resource.uri().indexOf("://") + 3;
    return resource.uri().indexOf('/', path) < 0;
  }

  private Size size(String text) {
    return new Size(text.getBytes(StandardCharsets.UTF_8).length, tokens.estimate(text));
  }

  private static String resources(List<Resource> resources) {
    ObjectNode result = JSON.objectNode();
    ArrayNode list = result.putArray("resources");
    for (Resource resource : resources) {
      ObjectNode entry =
          list.addObject()
              .put("uri", resource.uri())
              .put("name", resource.name())
              .put("title", resource.title())
              .put("description", resource.description())
              .put("mimeType", resource.mimeType());
      annotate(entry, resource.annotations());
    }
    return result.toString();
  }

  private static String templates(List<ResourceTemplate> templates) {
    ObjectNode result = JSON.objectNode();
    ArrayNode list = result.putArray("resourceTemplates");
    for (ResourceTemplate template : templates) {
      ObjectNode entry =
          list.addObject()
              .put("uriTemplate", template.uriTemplate())
              .put("name", template.name())
              .put("title", template.title())
              .put("description", template.description());
      if (!template.mimeType().isEmpty()) {
        entry.put("mimeType", template.mimeType());
      }
      annotate(entry, template.annotations());
    }
    return result.toString();
  }

  private static void annotate(ObjectNode entry, ContentAnnotations annotations) {
    if (!annotations.equals(ContentAnnotations.none())) {
      entry.set("annotations", annotations.toJson());
    }
  }

  private static String prompts(List<Prompt> prompts) {
    ObjectNode result = JSON.objectNode();
    ArrayNode list = result.putArray("prompts");
    for (Prompt prompt : prompts) {
      ArrayNode arguments =
          list.addObject()
              .put("name", prompt.name())
              .put("title", prompt.title())
              .put("description", prompt.description())
              .putArray("arguments");
      for (PromptArgument argument : prompt.arguments()) {
        arguments
            .addObject()
            .put("name", argument.name())
            .put("title", argument.title())
            .put("description", argument.description())
            .put("required", argument.required());
      }
    }
    return result.toString();
  }
}
