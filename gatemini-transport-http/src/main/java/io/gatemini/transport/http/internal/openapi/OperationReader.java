package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads one operation of a document. Not thread-safe. */
final class OperationReader {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Those that a document may name, but the specification has in other places. */
  private static final Set<String> OTHER_HEADERS =
      Set.of("accept", "content-type", "authorization", "content-length", "connection", "host");

  /** With one of these, the properties of a schema are not all that it says. */
  private static final Pattern MORE_THAN_PROPERTIES =
      Pattern.compile("allOf|anyOf|oneOf|not|if|.+Properties|dependent.+|nullable");

  private final Source source;
  private final Document document;
  private final String method;
  private final String path;
  private final JsonNode item;
  private final JsonNode operation;
  private final ObjectNode properties = NODES.objectNode();
  private final ArrayNode required = NODES.arrayNode();
  private final Set<String> references = new LinkedHashSet<>();
  private final List<Parameter> parameters = new ArrayList<>();

  /** The document of all operations. */
  record Source(
      Document document,
      OpenApi.Settings settings,
      Security security,
      Schemas inputs,
      Schemas outputs) {}

  OperationReader(Source source, String method, String path, JsonNode item, JsonNode operation) {
    this.source = source;
    this.document = source.document();
    this.method = method;
    this.path = path;
    this.item = item;
    this.operation = operation;
  }

  Operation read(String name) {
    parameters();
    Optional<RequestContent> content = content();
    JsonNode needed = (operation.has("security") ? operation : document.root()).path("security");
    return new Operation(
        new BackendTool(
            name,
            description(),
            schema(),
            outputSchema(),
            BackendTool.Details.none().withAnnotations(annotations())),
        method.toUpperCase(Locale.ROOT),
        Servers.of(source.settings(), operation, item, document.root()),
        path,
        parameters,
        content,
        source.security().of(needed),
        source
            .security()
            .remedy(needed)
            .filter(words -> !source.settings().headers().contains("authorization")));
  }

  private String description() {
    String summary = operation.path("summary").asText().strip();
    String description = operation.path("description").asText().strip();
    String words =
        description.startsWith(summary) ? description : (summary + "\n\n" + description).strip();
    words = words.isEmpty() ? method.toUpperCase(Locale.ROOT) + " " + path : words;
    return operation.path("deprecated").asBoolean(false) ? "Deprecated: " + words : words;
  }

  private ToolAnnotations annotations() {
    boolean reads = method.matches("get|head|options");
    return ToolAnnotations.of(
        reads, method.equals("delete"), reads || method.matches("put|delete"), true);
  }

  private ObjectNode schema() {
    ObjectNode schema = NODES.objectNode().put("type", "object");
    schema.set("properties", properties);
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.put("additionalProperties", false);
    source.inputs().define(schema, references);
    return schema;
  }

  private void parameters() {
    Map<String, JsonNode> declared = new LinkedHashMap<>();
    for (JsonNode place : List.of(item, operation)) {
      for (JsonNode written : place.path("parameters")) {
        JsonNode parameter = document.resolve(written);
        declared.put(
            parameter.path("in").asText() + " " + parameter.path("name").asText(), parameter);
      }
    }
    Operation.holes(path)
        .forEach(
            name ->
                declared.putIfAbsent(
                    "path " + name, NODES.objectNode().put("in", "path").put("name", name)));
    declared.values().forEach(this::parameter);
  }

  private void parameter(JsonNode parameter) {
    String name = parameter.path("name").asText();
    Place in = Place.of(parameter.path("in").asText());
    String lower = name.toLowerCase(Locale.ROOT);
    if (source.security().gives(in, name)
        || (in == Place.HEADER
            && (source.settings().headers().contains(lower) || OTHER_HEADERS.contains(lower)))
        || (in == Place.PATH && !path.contains("{" + name + "}"))) {
      return;
    }
    JsonNode content = parameter.path("content");
    boolean json = content.isObject() && !content.isEmpty();
    JsonNode schema = (json ? content.iterator().next() : parameter).path("schema");
    boolean form = in == Place.QUERY || in == Place.COOKIE;
    String style = json ? "json" : parameter.path("style").asText(form ? "form" : "simple");
    if (!Parameter.STYLES.contains(style)) {
      throw Document.wrong(
          "has a parameter of the style \""
              + style
              + "\", which is not supported; exclude the operation");
    }
    String argument = free(name, in.word());
    boolean explode = parameter.path("explode").asBoolean(style.equals("form"));
    parameters.add(new Parameter(argument, name, in, style, explode));
    JsonNode converted =
        schema.isMissingNode() && in != Place.QUERY
            ? NODES.objectNode().put("type", "string")
            : source.inputs().convert(schema, references);
    argument(argument, converted, parameter.path("description").asText());
    if (in == Place.PATH || parameter.path("required").asBoolean(false)) {
      required.add(argument);
    }
  }

  private void argument(String name, JsonNode schema, String description) {
    if (!description.isBlank() && schema instanceof ObjectNode object) {
      object.put("description", description.strip());
    }
    properties.set(name, schema);
  }

  /** A name for an argument that no other one has. */
  private String free(String name, String suffix) {
    String wanted = properties.has(name) ? name + "_" + suffix : name;
    return properties.has(wanted) ? free(wanted, suffix) : wanted;
  }

  private Optional<RequestContent> content() {
    JsonNode body = document.resolve(operation.path("requestBody"));
    String type = preferred(body.path("content"));
    if (type.isEmpty()) {
      return Optional.empty();
    }
    JsonNode media = body.path("content").path(type);
    JsonNode schema = document.resolve(media.path("schema"));
    boolean needed = body.path("required").asBoolean(false);
    String argument = free("body", "of_request");
    RequestContent whole =
        new RequestContent(
            type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT),
            schema.path("properties").properties().stream()
                .filter(it -> source.inputs().isBinary(it.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()),
            media.path("encoding"),
            needed,
            Optional.of(argument),
            List.of(),
            Map.of());
    boolean fields = whole.isJson() || whole.isForm() || whole.isMultipart();
    if (fields && isFlat(schema, needed)) {
      return Optional.of(flat(whole, schema));
    }
    boolean binary = !fields && !Operation.isText(whole.type());
    ObjectNode text = NODES.objectNode().put("type", "string");
    argument(
        argument,
        fields
            ? source.inputs().convert(media.path("schema"), references)
            : binary ? text.put("contentEncoding", "base64") : text,
        body.path("description").asText(fields ? "" : whole.type() + (binary ? " in base64" : "")));
    if (needed) {
      required.add(argument);
    }
    return Optional.of(whole);
  }

  /** Whether the fields of a body can be arguments, and a call say the same. */
  private boolean isFlat(JsonNode schema, boolean needed) {
    JsonNode fields = schema.path("properties");
    return fields.isObject()
        && !fields.isEmpty()
        && (needed || schema.path("required").isEmpty())
        && schema.properties().stream()
            .noneMatch(
                it ->
                    MORE_THAN_PROPERTIES.matcher(it.getKey()).matches()
                        && (it.getValue().isContainerNode() || it.getValue().asBoolean(true)))
        && fields.properties().stream()
            .noneMatch(
                it -> properties.has(it.getKey()) && !source.inputs().isHidden(it.getValue()));
  }

  private RequestContent flat(RequestContent whole, JsonNode schema) {
    JsonNode converted = source.inputs().convert(schema, references);
    List<String> fields = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : converted.path("properties").properties()) {
      fields.add(field.getKey());
      properties.set(field.getKey(), field.getValue());
    }
    converted.path("required").forEach(required::add);
    return new RequestContent(
        whole.type(),
        whole.binary(),
        whole.encoding(),
        whole.required(),
        Optional.empty(),
        fields,
        names(whole, fields));
  }

  /** An argument for the name of each file, which many services want to end in its format. */
  private Map<String, String> names(RequestContent whole, List<String> fields) {
    Map<String, String> names = new TreeMap<>();
    if (whole.isMultipart()) {
      for (String field : fields) {
        String name = field + "_name";
        if (whole.binary().contains(field) && !properties.has(name)) {
          names.put(field, name);
          argument(
              name,
              NODES.objectNode().put("type", "string"),
              "The name of "
                  + field
                  + " with its ending; without it the ending goes by the bytes.");
        }
      }
    }
    return names;
  }

  /** JSON, then a form, then the first; empty for none. */
  private static String preferred(JsonNode content) {
    String best = "";
    for (String form : List.of(".*[/+]json(;.*)?", ".*form-urlencoded.*", "multipart/.*", ".*")) {
      for (Map.Entry<String, JsonNode> it : content.properties()) {
        best = best.isEmpty() && it.getKey().matches(form) ? it.getKey() : best;
      }
    }
    return best;
  }

  /** The schema of the first answer that succeeds, where it is an object. */
  private Optional<JsonNode> outputSchema() {
    JsonNode content =
        operation.path("responses").properties().stream()
            .filter(it -> it.getKey().matches("2(\\d\\d|XX|xx)"))
            .findFirst()
            .map(it -> document.resolve(it.getValue()).path("content"))
            .orElse(MissingNode.getInstance());
    JsonNode schema = document.resolve(content.path(preferred(content)).path("schema"));
    Set<String> named = new LinkedHashSet<>();
    if (!schema.path("type").asText().equals("object")
        || !(source.outputs().convert(schema, named) instanceof ObjectNode converted)
        || !converted.path("type").isTextual()) {
      return Optional.empty();
    }
    source.outputs().define(converted, named);
    return Optional.of(converted);
  }
}
