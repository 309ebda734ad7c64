package io.gatemini.internal.program.code;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls as other systems write them, which models know and write here as well: {@code {"name":
 * "files.read", "arguments": {...}}} of the protocol, {@code {"server": "files", "tool": "read",
 * "args": {...}}}, the tool calls of model interfaces, lists of all of these. Data that is no call
 * has a fault, because as a program it would be its own answer.
 *
 * @param calls what is to be called, in this order
 * @param code a program inside the data, to be run in its place; {@code null} where there is none
 * @param fault why nothing can be called, for the agent; {@code null} when it can
 */
public record CallForms(List<Call> calls, @Nullable String code, @Nullable String fault) {
  /** More are not written by hand; a program makes any number. */
  private static final int MAX_CALLS = 100;

  private static final int MAX_NESTING = 4;
  private static final int MAX_SHOWN = 1_000;

  private static final List<String> TOOL =
      List.of(
          "tool", "tool_name", "toolName", "name", "function", "function_name", "recipient_name");
  private static final List<String> SERVER =
      List.of("server", "backend", "server_name", "serverName", "mcp_server", "namespace");
  private static final List<String> ARGUMENTS =
      List.of(
          "arguments",
          "args",
          "parameters",
          "params",
          "input",
          "tool_input",
          "tool_args",
          "kwargs");

  /** Members that hold a call, or a list of them. */
  private static final List<String> WRAPPERS =
      List.of(
          "tool_calls",
          "toolCalls",
          "calls",
          "tool_uses",
          "function_calls",
          "tool_call",
          "toolCall",
          "function_call",
          "tool_use",
          "call",
          "function",
          "tool");

  /** Members without braces around them, which are labels of statements to a program. */
  private static final Pattern LABELS =
      Pattern.compile("(tool|tool_name|name|server|backend)\\s*:");

  /** Where the next of them begins. */
  private static final Pattern MEMBERS = Pattern.compile(",?\\s*\\R\\s*(?=\\w+\\s*:)");

  /** An engine's text for a function as a value. */
  private static final String FUNCTION = "\"[Function ";

  private static final String RIGHT = "{\"tool\": \"backend.tool\", \"arguments\": {...}}";

  /** A call of a tool. */
  public record Call(String tool, RawJson arguments) {}

  /** Reads a chain; {@code null} when it is a program. Never throws. */
  public static @Nullable CallForms read(String code, KnownTools tools) {
    String text = code.strip();
    if (text.endsWith(";")) {
      text = text.substring(0, text.length() - 1).stripTrailing();
    }
    if (JsonText.canBeginContainer(text)) {
      JsonNode data = data(text);
      return data == null ? null : of(data, tools, MAX_NESTING);
    }
    if (!text.isEmpty() && StringLiteral.begins(text.charAt(0))) {
      SourceCursor cursor = new SourceCursor(text);
      String quoted = StringLiteral.read(cursor);
      return quoted == null || !cursor.atEnd() ? null : quoted(quoted, tools);
    }
    if (LABELS.matcher(text).lookingAt()) {
      JsonNode data = data("{" + MEMBERS.matcher(text).replaceAll(", ") + "}");
      return data == null ? noCall() : of(data, tools, MAX_NESTING);
    }
    NearCall call = NearCall.read(text, tools);
    return call == null
        ? null
        : call.arguments() == null ? nameAlone(call.tool(), tools) : of(call, tools);
  }

  private static CallForms nameAlone(String name, KnownTools tools) {
    return refused(
        "a name alone calls nothing; a call is " + right(name, tools.apply(name).orElse(null)));
  }

  /** A text is its own answer as well; one that has a call in it was quoted by mistake. */
  private static @Nullable CallForms quoted(String text, KnownTools tools) {
    if (tools.apply(text).isPresent()) {
      return nameAlone(text, tools);
    }
    boolean canBeCall = !text.isBlank() && !StringLiteral.begins(text.strip().charAt(0));
    return canBeCall ? read(text, tools) : null;
  }

  /**
   * Reads data in place of a program, or returned by one; {@code null} when it is a list of plain
   * values.
   */
  private static @Nullable CallForms of(JsonNode data, KnownTools tools, int nesting) {
    List<JsonNode> values = new ArrayList<>();
    if (data.isArray()) {
      data.forEach(values::add);
    } else {
      values.add(data);
    }
    if (values.stream().noneMatch(JsonNode::isObject)) {
      return null;
    }
    List<Call> calls = new ArrayList<>();
    for (JsonNode value : values) {
      CallForms form = object(value, tools, nesting);
      if (form.fault != null || (form.code != null && values.size() == 1)) {
        return form;
      }
      calls.addAll(form.calls);
      if (form.code != null || calls.size() > MAX_CALLS) {
        return refused(
            "a list has calls alone, and " + MAX_CALLS + " at most; write a program for more");
      }
    }
    return new CallForms(List.copyOf(calls), null, null);
  }

  /** One value, or several one after the other, in JSON or as JavaScript writes data. */
  private static @Nullable JsonNode data(String text) {
    try (var values = Json.mapper().readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      ArrayNode all = JsonNodeFactory.instance.arrayNode();
      while (values.hasNextValue()) {
        all.add(values.nextValue());
      }
      return all.size() == 1 ? all.get(0) : all;
    } catch (IOException e) {
      SourceCursor cursor = new SourceCursor("{data: " + text + "}");
      RawJson literal = ObjectLiteral.read(cursor);
      return literal == null || !cursor.atEnd() ? null : literal.tree().path("data");
    }
  }

  private static CallForms object(JsonNode data, KnownTools tools, int nesting) {
    if (data.path("method").asText().equals("tools/call")) {
      return wrapped(data.path("params"), tools, nesting);
    }
    String name = first(data, TOOL);
    if (name == null) {
      for (String wrapper : WRAPPERS) {
        if (data.path(wrapper).isContainerNode()) {
          return wrapped(data.path(wrapper), tools, nesting);
        }
      }
      return unnamed(data, tools);
    }
    String server = first(data, SERVER);
    if (server != null && tools.apply(server + "." + name).isPresent()) {
      name = server + "." + name;
    }
    if (tools.own().contains(name)) {
      JsonNode code = data.findValue("code");
      return code != null && code.isTextual()
          ? new CallForms(List.of(), code.textValue(), null)
          : refused(
              name + " is a tool of this server, not of a backend; call it by itself" + with(data));
    }
    boolean isCall =
        data.has("tool") || data.has("tool_name") || ARGUMENTS.stream().anyMatch(data::has);
    return isCall || tools.apply(name).isPresent()
        ? arguments(name, data, tools.apply(name).orElse(null))
        : noCall();
  }

  /** The arguments that stand under one of their names. */
  private static String with(JsonNode data) {
    return ARGUMENTS.stream()
        .map(data::path)
        .filter(JsonNode::isObject)
        .findFirst()
        .map(arguments -> ", with " + TextCut.shortened(arguments.toString(), MAX_SHOWN))
        .orElse("");
  }

  private static CallForms wrapped(JsonNode inner, KnownTools tools, int nesting) {
    if (nesting == 0 || inner.isEmpty()) {
      return noCall();
    }
    CallForms all = of(inner, tools, nesting - 1);
    return all == null ? noCall() : all;
  }

  /** {@code {"files.read": {...}}}, or the arguments of the meta-tool inside themselves. */
  private static CallForms unnamed(JsonNode data, KnownTools tools) {
    if (data.path("code").isTextual()) {
      return new CallForms(List.of(), data.path("code").textValue(), null);
    }
    if (data.size() == 1) {
      Map.Entry<String, JsonNode> only = data.properties().iterator().next();
      if (only.getValue().isObject() && tools.apply(only.getKey()).isPresent()) {
        return call(only.getKey(), only.getValue());
      }
    }
    return data.has("tool") || data.has("tool_name")
        ? refused("\"tool\" must be the name of a tool, for example " + RIGHT)
        : noCall();
  }

  /** The members given as arguments, and those beside the tool's name. */
  private static CallForms arguments(String name, JsonNode data, @Nullable ToolDescriptor tool) {
    JsonNode declared =
        tool == null
            ? JsonNodeFactory.instance.objectNode()
            : tool.inputSchema().path("properties");
    ObjectNode found = null;
    ObjectNode beside = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : data.properties()) {
      String key = member.getKey();
      ObjectNode given = ARGUMENTS.contains(key) ? object(member.getValue()) : null;
      boolean isParameter =
          declared.has(key)
              && (given == null || !declares(declared, given))
              && !isName(key, name, data);
      if (isParameter) {
        beside.set(key, member.getValue());
      } else if (given != null) {
        if (found != null && !found.isEmpty() && !given.isEmpty() && !found.equals(given)) {
          return refused("the arguments are given twice; a call is " + right(name, tool));
        }
        found = found == null || found.isEmpty() ? given : found;
      } else if (ARGUMENTS.contains(key)) {
        return refused("\"" + key + "\" must be a JSON object, for example " + right(name, tool));
      }
    }
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    if (found != null) {
      all.setAll(found);
    }
    beside.properties().forEach(member -> all.putIfAbsent(member.getKey(), member.getValue()));
    return call(name, all);
  }

  /** Whether a member is one of those that say which tool is meant. */
  private static boolean isName(String key, String name, JsonNode data) {
    String value = data.path(key).asText();
    return (TOOL.contains(key) && name.endsWith(value) && !value.isEmpty())
        || (SERVER.contains(key) && name.startsWith(value + "."));
  }

  private static boolean declares(JsonNode declared, ObjectNode arguments) {
    Set<String> unknown = new LinkedHashSet<>();
    arguments.fieldNames().forEachRemaining(unknown::add);
    unknown.removeIf(declared::has);
    return unknown.isEmpty();
  }

  /** Arguments as an object; models also write them as JSON in a string, or as null. */
  private static @Nullable ObjectNode object(JsonNode value) {
    if (value.isNull() || (value.isTextual() && value.textValue().isBlank())) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (value.isTextual()) {
      try {
        return JsonValues.parse(value.textValue()) instanceof ObjectNode read ? read : null;
      } catch (JsonProcessingException e) {
        return null;
      }
    }
    return value instanceof ObjectNode object ? object : null;
  }

  private static @Nullable String first(JsonNode data, List<String> names) {
    return names.stream()
        .map(name -> data.path(name).textValue())
        .filter(value -> value != null && !value.isBlank())
        .findFirst()
        .orElse(null);
  }

  private static CallForms of(NearCall call, KnownTools tools) {
    RawJson arguments = Objects.requireNonNull(call.arguments());
    return call.tool().isEmpty()
        ? object(arguments.tree(), tools, MAX_NESTING)
        : new CallForms(List.of(new Call(call.tool(), arguments)), null, null);
  }

  private static CallForms call(String tool, JsonNode arguments) {
    return new CallForms(List.of(new Call(tool, RawJson.of(arguments))), null, null);
  }

  private static CallForms refused(String fault) {
    return new CallForms(List.of(), null, fault);
  }

  private static CallForms noCall() {
    return refused(
        "this is data and calls nothing; a call is " + RIGHT + ", a program returns its value");
  }

  private static String right(String name, @Nullable ToolDescriptor tool) {
    return tool != null
        ? right(tool)
        : "{\"tool\": " + JsonText.quoted(name) + ", \"arguments\": {...}}";
  }

  /** The call as it is right, with placeholders for the arguments. */
  private static String right(ToolDescriptor tool) {
    JsonNode sample = SampleValue.arguments(tool.inputSchema());
    return "{\"tool\": " + JsonText.quoted(tool.key()) + ", \"arguments\": " + sample + "}";
  }

  /** How the calls were taken, in a line. */
  public String line() {
    StringBuilder line = new StringBuilder("[read as ");
    if (calls.size() == 1) {
      line.append("{\"tool\": ").append(JsonText.quoted(calls.get(0).tool()));
      line.append(", \"arguments\": {...}}");
    } else {
      line.append(calls.size()).append(" calls, made in this order");
    }
    return line.append(']').toString();
  }

  /** The call that was meant by what a program returned; empty where that is no call. */
  public static Optional<String> returned(RawJson value, KnownTools tools) {
    if (value.toString().startsWith(FUNCTION)) {
      return Optional.of(RIGHT);
    }
    if (!JsonText.canBeginContainer(value.toString())) {
      return Optional.empty();
    }
    CallForms form = of(value.tree(), tools, MAX_NESTING);
    return form == null || form.calls.isEmpty() || !isOnlyCall(value.tree())
        ? Optional.empty()
        : form.calls.stream()
            .filter(call -> tools.apply(call.tool()).isPresent())
            .findFirst()
            .map(
                call ->
                    "{\"tool\": "
                        + JsonText.quoted(call.tool())
                        + ", \"arguments\": "
                        + call.arguments()
                        + "}");
  }

  /** Whether it holds a call and nothing else: a description of a tool has a name as well. */
  private static boolean isOnlyCall(JsonNode data) {
    JsonNode one = data.isArray() ? data.path(0) : data;
    Set<String> others = new LinkedHashSet<>();
    one.fieldNames().forEachRemaining(others::add);
    List.of(TOOL, SERVER, ARGUMENTS, WRAPPERS).forEach(others::removeAll);
    others.removeAll(Set.of("id", "type", "method", "jsonrpc"));
    return others.isEmpty();
  }

  /** The tools of backends by their names, and the names of those that agents have beside them. */
  public record KnownTools(Function<String, Optional<ToolDescriptor>> ofBackends, Set<String> own)
      implements Function<String, Optional<ToolDescriptor>> {
    @Override
    public Optional<ToolDescriptor> apply(String name) {
      return ofBackends.apply(name);
    }
  }
}
