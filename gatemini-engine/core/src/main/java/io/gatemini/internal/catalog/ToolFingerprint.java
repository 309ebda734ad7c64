package io.gatemini.internal.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.ToolDescriptor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The fingerprint of a tool's definition, part by part, as SHA-256 of its canonical JSON: the order
 * of keys and the way a number is written make no difference. Immutable.
 *
 * @param view what a host shows with the results (MCP Apps); empty where it shows nothing
 */
public record ToolFingerprint(
    String title,
    String description,
    String inputSchema,
    String outputSchema,
    String annotations,
    String view) {

  /** Every definition has so many; a view is one more. */
  private static final int PARTS = 5;

  /** The fingerprint of a definition. */
  public static ToolFingerprint of(ToolDescriptor tool) {
    return new ToolFingerprint(
        tool.title().map(ToolFingerprint::hash).orElse(""),
        hash(tool.description()),
        hash(tool.inputSchema()),
        tool.outputSchema().map(ToolFingerprint::hash).orElse(""),
        hash(tool.annotations().toJson()),
        view(tool).isEmpty() ? "" : hash(view(tool)));
  }

  /** The members of a definition that name what a host shows. */
  static JsonNode view(ToolDescriptor tool) {
    JsonNode meta = tool.tool().further().path("_meta");
    ObjectNode view = JsonNodeFactory.instance.objectNode();
    Stream.of("ui", "ui/resourceUri")
        .filter(meta::has)
        .forEach(member -> view.set(member, meta.get(member)));
    return view;
  }

  /** Reads the output of {@link #toJson}; empty for any other value. */
  static Optional<ToolFingerprint> fromJson(JsonNode json) {
    return json.size() == PARTS || json.size() == PARTS + 1
        ? Optional.of(
            new ToolFingerprint(
                json.path(0).asText(),
                json.path(1).asText(),
                json.path(2).asText(),
                json.path(3).asText(),
                json.path(4).asText(),
                json.path(PARTS).asText()))
        : Optional.empty();
  }

  JsonNode toJson() {
    ArrayNode json =
        JsonNodeFactory.instance
            .arrayNode()
            .add(title)
            .add(description)
            .add(inputSchema)
            .add(outputSchema)
            .add(annotations);
    // Pins of former gateways have none.
    return view.isEmpty() ? json : json.add(view);
  }

  /** The parts in which two definitions differ. */
  List<String> differences(ToolFingerprint other) {
    List<String> parts = new ArrayList<>();
    add(parts, "title", title.equals(other.title));
    add(parts, "description", description.equals(other.description));
    add(parts, "input schema", inputSchema.equals(other.inputSchema));
    add(parts, "output schema", outputSchema.equals(other.outputSchema));
    add(parts, "annotations", annotations.equals(other.annotations));
    add(parts, "view", view.equals(other.view));
    return List.copyOf(parts);
  }

  private static void add(List<String> parts, String part, boolean equal) {
    if (!equal) {
      parts.add(part);
    }
  }

  /** The hash of a text. */
  public static String hash(String text) {
    return hash(TextNode.valueOf(text));
  }

  private static String hash(JsonNode json) {
    StringBuilder canonical = new StringBuilder();
    write(json, canonical);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(digest.digest(canonical.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }

  private static void write(JsonNode json, StringBuilder canonical) {
    if (json.isObject()) {
      TreeMap<String, JsonNode> members = new TreeMap<>();
      json.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      canonical.append('{');
      members.forEach(
          (key, value) -> {
            canonical.append(TextNode.valueOf(key)).append(':');
            write(value, canonical);
            canonical.append(',');
          });
      canonical.append('}');
    } else if (json.isArray()) {
      canonical.append('[');
      json.forEach(
          item -> {
            write(item, canonical);
            canonical.append(',');
          });
      canonical.append(']');
    } else if (json.isNumber() && Double.isFinite(json.doubleValue())) {
      canonical.append(json.decimalValue().stripTrailingZeros());
    } else {
      canonical.append(json);
    }
  }
}
