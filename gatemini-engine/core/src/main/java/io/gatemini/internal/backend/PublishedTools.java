package io.gatemini.internal.backend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.catalog.ToolAdmission.Admitted;
import io.gatemini.internal.catalog.ToolFingerprint;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.NamePatterns;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendTool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The tools of one backend as they stand in the catalog. Thread-safe. */
final class PublishedTools {
  private static final Logger LOG = System.getLogger(PublishedTools.class.getName());

  /** Sane schemas nest less, and code that walks one may recurse on any stack. */
  private static final int MAX_DEPTH = 200;

  /** The protocol allows 128 characters; what is longer than this is no name. */
  private static final int MAX_NAME = 1_000;

  private static final int MAX_LOGGED_NAME = 80;
  private static final String AREA = "tools";
  private static final JsonNode ANY_OBJECT =
      JsonNodeFactory.instance.objectNode().put("type", "object");

  private final String backend;
  private final BackendConfig config;
  private final boolean inline;
  private final Catalog catalog;
  private final ToolAdmission admission;
  private final RememberedState state;
  private volatile List<BackendTool> remembered = List.of();

  /** The backend's description of itself: that of an earlier gateway until it says its own. */
  private volatile String description = "";

  private volatile String identity = "";
  private volatile String instructions = "";

  /** Whether those that are published are what PrismGate knew, which is not the whole of a tool. */
  private volatile boolean takenOver;

  private volatile boolean restored;

  /** Whether the backend itself has listed its tools. */
  private volatile boolean confirmed;

  private final Map<String, CompiledRules> rules = new ConcurrentHashMap<>();

  private record CompiledRules(ToolDescriptor tool, ArgumentRules rules) {}

  PublishedTools(BackendDefinition definition, BackendServices services) {
    this.backend = definition.name();
    this.config = definition.config();
    this.inline = definition.provider().isInline();
    this.catalog = services.catalog();
    this.admission = services.admission();
    this.state = services.state();
  }

  /**
   * Publishes the tools that a backend of the same definition had in an earlier gateway, or one of
   * this name in PrismGate, which knows no definitions. None is known of a backend that is there at
   * once.
   */
  void restore() {
    if (inline) {
      return;
    }
    JsonNode known = state.read(AREA, backend);
    boolean foreign = known.has("tools") && !known.has("definition");
    if (foreign || known.path("definition").asText().equals(definition())) {
      List<BackendTool> tools = new ArrayList<>();
      for (JsonNode tool : known.path("tools")) {
        if (tool.path("tool").path("name").isTextual()) {
          tools.add(BackendTool.fromJson(tool.get("tool")).withTags(texts(tool.path("tags"))));
        }
      }
      description = known.path("description").asText();
      publish(tools);
      takenOver = foreign;
      restored = true;
    }
  }

  /** Notes the backend's own words, of the present life. */
  void describe(Backend running) {
    description = running.description();
    identity = running.identity();
    instructions = running.instructions();
  }

  /** The purpose of the backend, by its configuration or by itself. */
  Optional<String> description() {
    return Optional.of(config.description())
        .filter(words -> !words.isEmpty())
        .or(() -> Optional.of(description).filter(words -> !words.isEmpty()));
  }

  /** The name and version that the backend gives itself. */
  Optional<String> identity() {
    return Optional.of(identity).filter(words -> !words.isEmpty());
  }

  /** The backend's own instructions for its tools. */
  Optional<String> instructions() {
    return Optional.of(instructions).filter(words -> !words.isBlank());
  }

  /** Whether it began with the tools of an earlier gateway. */
  boolean isRestored() {
    return restored;
  }

  /** Whether what is published is still that of an earlier gateway. */
  boolean isUnconfirmed() {
    return restored && !confirmed;
  }

  /**
   * Publishes what the backend has listed, and remembers it for a gateway that comes later.
   *
   * @return whether the catalog has changed by that
   */
  boolean listed(List<BackendTool> tools) {
    List<ToolDescriptor> before = catalog.snapshot().tools(backend);
    publish(tools);
    if (!inline) {
      confirmed = true;
      remembered = tools;
      state.changed(AREA, backend, this::toJson);
    }
    return !catalog.snapshot().tools(backend).equals(before);
  }

  private JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("definition", definition());
    json.put("description", description);
    ArrayNode list = json.putArray("tools");
    for (BackendTool tool : remembered) {
      ObjectNode entry = list.addObject();
      entry.set("tool", tool.toJson());
      tool.tags().forEach(entry.putArray("tags")::add);
    }
    return json;
  }

  /** A hash: what is written there may be a secret. */
  private String definition() {
    return ToolFingerprint.hash(config.toString());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Takes them away, and remembers them no longer. */
  void withdraw() {
    admission.remove(backend);
    state.removed(AREA, backend);
  }

  /** How they stand. */
  Admitted admitted() {
    return admission.of(backend);
  }

  /** Replaces what is there; tools that the configuration keeps away are left out. */
  private void publish(List<BackendTool> tools) {
    rules.clear();
    if (takenOver) {
      takenOver = false;
      admission.forgetPins(backend);
    }
    Predicate<String> allowed = config.allowedTools().map(NamePatterns::anyOf).orElse(name -> true);
    Predicate<String> denied = NamePatterns.anyOf(config.deniedTools());
    List<BackendTool> named =
        tools.stream()
            .filter(PublishedTools::isNamed)
            .filter(tool -> allowed.test(tool.name()) && !denied.test(tool.name()))
            .toList();
    admission.publish(backend, named.stream().map(this::definition).toList());
    List<String> unknown =
        config.allowedTools().orElseGet(List::of).stream()
            .filter(
                name ->
                    tools.stream()
                        .map(BackendTool::name)
                        .noneMatch(NamePatterns.anyOf(List.of(name))))
            .toList();
    if (!unknown.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend {0}: allowed_tools lists unknown tools: {1}",
          backend,
          String.join(", ", unknown));
    }
    warn(
        tools.stream().filter(tool -> !isNamed(tool)).toList(),
        "tools have names of more than " + MAX_NAME + " characters and are left out");
    warn(
        named.stream().filter(tool -> !isShallow(tool)).toList(),
        "tools have schemas of more than " + MAX_DEPTH + " levels, which are left out");
  }

  private void warn(List<BackendTool> tools, String what) {
    if (!tools.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend {0}: {1} {2}; the first is \"{3}\"",
          backend,
          tools.size(),
          what,
          VisibleText.line(tools.get(0).name(), MAX_LOGGED_NAME));
    }
  }

  private static boolean isNamed(BackendTool tool) {
    return tool.name().length() <= MAX_NAME;
  }

  /** The argument rules of a tool, compiled at its first call. */
  @SuppressWarnings("ReferenceEquality") // comparing schemas would cost more than compiling them
  ArgumentRules argumentRules(ToolDescriptor tool) {
    CompiledRules known = rules.get(tool.originalName());
    if (known == null || known.tool != tool) {
      known = new CompiledRules(tool, ArgumentRules.of(tool.inputSchema()));
      rules.put(tool.originalName(), known);
    }
    return known.rules;
  }

  private ToolDescriptor definition(BackendTool tool) {
    List<String> tags = config.tags().isEmpty() ? tool.tags() : config.tags();
    BackendTool shown =
        isShallow(tool)
            ? tool
            : new BackendTool(
                tool.name(),
                tool.description(),
                isShallow(tool.inputSchema()) ? tool.inputSchema() : ANY_OBJECT,
                tool.outputSchema().filter(PublishedTools::isShallow),
                tool.details());
    return new ToolDescriptor(
        BackendNames.namespace(backend, config) + "." + tool.name(), backend, shown.withTags(tags));
  }

  private static boolean isShallow(BackendTool tool) {
    return isShallow(tool.inputSchema())
        && tool.outputSchema().map(PublishedTools::isShallow).orElse(true);
  }

  private static boolean isShallow(JsonNode schema) {
    return isWithin(schema, MAX_DEPTH);
  }

  private static boolean isWithin(JsonNode node, int levels) {
    if (!node.isContainerNode()) {
      return true;
    }
    if (levels == 0) {
      return false;
    }
    for (JsonNode child : node) {
      if (!isWithin(child, levels - 1)) {
        return false;
      }
    }
    return true;
  }
}
