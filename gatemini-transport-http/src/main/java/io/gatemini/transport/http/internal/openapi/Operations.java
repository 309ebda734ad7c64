package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolAnnotations;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.NameRules;
import io.gatemini.transport.http.internal.openapi.Operation.RequestContent;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes tools of the operations of a document. Not thread-safe. */
final class Operations {
  private static final NameRules NAMES = NameRules.of();
  private static final int MAX_NAME_LENGTH = 100;
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^{}]+)\\}");

  private static final List<String> METHODS =
      List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  /** Those that a document may name, but the specification has in other places. */
  private static final Set<String> OTHER_HEADERS =
      Set.of("accept", "content-type", "authorization", "content-length", "connection", "host");

  /** With one of these, the properties of a schema are not all that it says. */
  private static final List<String> MORE_THAN_PROPERTIES =
      List.of(
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "patternProperties",
          "minProperties",
          "maxProperties",
          "dependentRequired",
          "dependentSchemas");

  private final Document document;
  private final Servers servers;
  private final Security security;
  private final Set<String> headers;
  private final Schemas inputs;
  private final Schemas outputs;
  private final Map<String, Operation> operations = new LinkedHashMap<>();

  /**
   * @param headers the names of those that every request has, in lower case
   */
  Operations(Document document, Servers servers, Security security, Set<String> headers) {
    this.document = document;
    this.servers = servers;
    this.security = security;
    this.headers = headers;
    this.inputs = new Schemas(document, true);
    this.outputs = new Schemas(document, false);
  }

  /** The operations that the rules allow, by the names of their tools. */
  Map<String, Operation> read(Rules rules) {
    document
        .root()
        .path("paths")
        .properties()
        .forEach(
            path -> {
              JsonNode item = document.resolve(path.getValue());
              for (String method : METHODS) {
                JsonNode operation = item.path(method);
                if (operation.isObject() && rules.allow(method, path.getKey(), operation)) {
                  add(method, path.getKey(), item, operation);
                }
              }
            });
    return operations;
  }

  private void add(String method, String path, JsonNode item, JsonNode operation) {
    try {
      String name = uniqueName(method, path, operation);
      operations.put(name, new Reading(method, path, item, operation).read(name));
    } catch (BackendUnavailableException e) {
      throw Document.wrong(
          String.valueOf(e.getMessage()).replaceFirst("^the OpenAPI document ", "")
              + " (in "
              + method.toUpperCase(Locale.ROOT)
              + " "
              + path
              + ")");
    }
  }

  private String uniqueName(String method, String path, JsonNode operation) {
    String id = operation.path("operationId").asText();
    String words =
        id.isBlank() ? method + " " + path.replaceAll("[^A-Za-z0-9]+", " ").strip() : id.strip();
    String whole = NAMES.identifier(words);
    String base = whole.substring(0, Math.min(whole.length(), MAX_NAME_LENGTH));
    String name = base;
    for (int i = 2; operations.containsKey(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /** One operation. */
  private final class Reading {
    private final String method;
    private final String path;
    private final JsonNode item;
    private final JsonNode operation;
    private final ObjectNode properties = JsonNodeFactory.instance.objectNode();
    private final ArrayNode required = JsonNodeFactory.instance.arrayNode();
    private final Set<String> references = new LinkedHashSet<>();
    private final List<Parameter> parameters = new ArrayList<>();

    Reading(String method, String path, JsonNode item, JsonNode operation) {
      this.method = method;
      this.path = path;
      this.item = item;
      this.operation = operation;
    }

    Operation read(String name) {
      parameters();
      Optional<RequestContent> content = content();
      JsonNode success = success();
      BackendTool tool =
          new BackendTool(
              name,
              description(),
              schema(),
              outputSchema(success.path("content")),
              BackendTool.Details.none().withAnnotations(annotations()));
      return new Operation(
          tool,
          method.toUpperCase(Locale.ROOT),
          servers.of(operation, item, document.root()),
          path,
          parameters,
          content,
          accept(success.path("content")),
          Security.needed(operation, document.root()));
    }

    private String description() {
      String summary = operation.path("summary").asText().strip();
      String description = operation.path("description").asText().strip();
      String words =
          description.startsWith(summary) ? description : (summary + "\n\n" + description).strip();
      words = words.isEmpty() ? method.toUpperCase(Locale.ROOT) + " " + path : words;
      return operation.path("deprecated").asBoolean(false) ? "Deprecated. " + words : words;
    }

    private ToolAnnotations annotations() {
      boolean reads = method.equals("get") || method.equals("head") || method.equals("options");
      boolean idempotent = reads || method.equals("put") || method.equals("delete");
      return ToolAnnotations.of(reads, method.equals("delete"), idempotent, true);
    }

    private ObjectNode schema() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      schema.set("properties", properties);
      if (!required.isEmpty()) {
        schema.set("required", required);
      }
      schema.put("additionalProperties", false);
      inputs.define(schema, references);
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
      PATH_PARAMETER
          .matcher(path)
          .results()
          .forEach(
              hole ->
                  declared.putIfAbsent(
                      "path " + hole.group(1),
                      JsonNodeFactory.instance
                          .objectNode()
                          .put("in", "path")
                          .put("name", hole.group(1))));
      declared.values().forEach(this::parameter);
    }

    private void parameter(JsonNode parameter) {
      String name = parameter.path("name").asText();
      Place in =
          switch (parameter.path("in").asText()) {
            case "path" -> Place.PATH;
            case "header" -> Place.HEADER;
            case "cookie" -> Place.COOKIE;
            default -> Place.QUERY;
          };
      String lower = name.toLowerCase(Locale.ROOT);
      if (security.gives(in, name)
          || (in == Place.HEADER && (headers.contains(lower) || OTHER_HEADERS.contains(lower)))
          || (in == Place.PATH && !path.contains("{" + name + "}"))) {
        return;
      }
      JsonNode content = parameter.path("content");
      boolean json = content.isObject() && !content.isEmpty();
      JsonNode schema = json ? content.iterator().next().path("schema") : parameter.path("schema");
      boolean form = in == Place.QUERY || in == Place.COOKIE;
      String style = parameter.path("style").asText(form ? "form" : "simple");
      String argument = free(name, in.word());
      parameters.add(
          new Parameter(
              argument,
              name,
              in,
              json ? "json" : style,
              !json && parameter.path("explode").asBoolean(style.equals("form")),
              parameter.path("allowReserved").asBoolean(false)));
      JsonNode converted =
          schema.isMissingNode() && in != Place.QUERY
              ? JsonNodeFactory.instance.objectNode().put("type", "string")
              : inputs.convert(schema, references);
      properties.set(argument, described(converted, parameter.path("description").asText()));
      if (in == Place.PATH || parameter.path("required").asBoolean(false)) {
        required.add(argument);
      }
    }

    private static JsonNode described(JsonNode schema, String description) {
      return description.isBlank() || !(schema instanceof ObjectNode object)
          ? schema
          : object.put("description", description.strip());
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
      JsonNode written = media.path("schema");
      JsonNode schema = document.resolve(written);
      boolean needed = body.path("required").asBoolean(false);
      String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      RequestContent whole =
          new RequestContent(
              plain,
              binary(schema),
              media.path("encoding"),
              needed,
              Optional.of(free("body", "of_request")),
              List.of());
      boolean fields = whole.isJson() || whole.isForm() || whole.isMultipart();
      if (fields && isFlat(schema, needed)) {
        return Optional.of(flat(whole, schema));
      }
      String argument = whole.whole().orElseThrow();
      JsonNode converted =
          fields
              ? inputs.convert(written, references)
              : JsonNodeFactory.instance.objectNode().put("type", "string");
      boolean binary = !fields && !isText(plain);
      if (binary) {
        ((ObjectNode) converted).put("contentEncoding", "base64");
      }
      properties.set(
          argument,
          described(
              converted,
              body.path("description").asText(fields ? "" : plain + (binary ? " in base64" : ""))));
      if (needed) {
        required.add(argument);
      }
      return Optional.of(whole);
    }

    /** The properties that are bytes. */
    private Set<String> binary(JsonNode schema) {
      Set<String> names = new LinkedHashSet<>();
      schema
          .path("properties")
          .properties()
          .forEach(
              property -> {
                JsonNode type = document.resolve(property.getValue());
                JsonNode item = type.has("items") ? document.resolve(type.path("items")) : type;
                if (Schemas.isBinary(item)) {
                  names.add(property.getKey());
                }
              });
      return names;
    }

    private static boolean isText(String type) {
      return type.startsWith("text/") || type.endsWith("xml") || type.endsWith("yaml");
    }

    /** Whether the fields of a body can be arguments, and a call say the same. */
    private boolean isFlat(JsonNode schema, boolean needed) {
      JsonNode fields = schema.path("properties");
      if (fields.isEmpty()
          || MORE_THAN_PROPERTIES.stream().anyMatch(schema::has)
          || schema.path("additionalProperties").isObject()
          || schema.path("additionalProperties").asBoolean(false)
          || schema.path("nullable").asBoolean(false)
          || (!needed && !schema.path("required").isEmpty())) {
        return false;
      }
      return fields.properties().stream()
          .noneMatch(field -> properties.has(field.getKey()) && !inputs.isHidden(field.getValue()));
    }

    private RequestContent flat(RequestContent whole, JsonNode schema) {
      JsonNode converted = inputs.convert(schema, references);
      List<String> fields = new ArrayList<>();
      converted
          .path("properties")
          .properties()
          .forEach(
              field -> {
                fields.add(field.getKey());
                properties.set(field.getKey(), field.getValue());
              });
      converted.path("required").forEach(required::add);
      return new RequestContent(
          whole.type(),
          whole.binary(),
          whole.encoding(),
          whole.required(),
          Optional.empty(),
          fields);
    }

    /** JSON, then a form, then the first that is there. */
    private static String preferred(JsonNode content) {
      List<String> types = new ArrayList<>();
      content.fieldNames().forEachRemaining(types::add);
      types.sort(
          Comparator.comparingInt(
              type ->
                  isJson(type)
                      ? 0
                      : type.startsWith("application/x-www-form")
                          ? 1
                          : type.startsWith("multipart/form-data") ? 2 : 3));
      return types.isEmpty() ? "" : types.get(0);
    }

    /** The first answer of a call that succeeds. */
    private JsonNode success() {
      return operation.path("responses").properties().stream()
          .filter(it -> it.getKey().matches("2(\\d\\d|XX|xx)"))
          .findFirst()
          .map(it -> document.resolve(it.getValue()))
          .orElse(MissingNode.getInstance());
    }

    private Optional<JsonNode> outputSchema(JsonNode content) {
      return content.properties().stream()
          .filter(it -> isJson(it.getKey()))
          .findFirst()
          .map(it -> document.resolve(it.getValue().path("schema")))
          .filter(schema -> schema.path("type").asText().equals("object"))
          .map(
              schema -> {
                Set<String> named = new LinkedHashSet<>();
                JsonNode converted = outputs.convert(schema, named);
                if (converted instanceof ObjectNode object) {
                  outputs.define(object, named);
                }
                return converted;
              })
          .filter(schema -> schema.path("type").isTextual());
    }

    private static String accept(JsonNode content) {
      List<String> types = new ArrayList<>();
      content.fieldNames().forEachRemaining(types::add);
      types.removeIf(type -> !type.matches("[\\w.+*-]+/[\\w.+*-]+(;[\\x20-\\x7E]*)?"));
      types.sort((one, two) -> Boolean.compare(isJson(two), isJson(one)));
      return types.isEmpty() ? "application/json, */*;q=0.8" : String.join(", ", types);
    }
  }

  private static boolean isJson(String type) {
    String plain = type.split(";", 2)[0].strip();
    return plain.endsWith("/json") || plain.endsWith("+json");
  }
}
