package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The requests that the server knows, with each parameter as it should be, or of any type. */
final class ClientRequests {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Addresses of resources; what stands for a variable is put in. */
  private static final String[] ADDRESSES = {
    "gatemini://overview",
    "gatemini://tools",
    "gatemini://llms",
    "gatemini://llms-full",
    "gatemini://health",
    "gatemini://stats",
    "gatemini://recent",
    "gatemini://backends",
    "gatemini://call_tool_chain",
    "gatemini://recent/#",
    "gatemini://tool/#",
    "gatemini://backend/#",
    "gatemini://backend/#/tools",
    "gatemini://guide/#",
    "gatemini://llms-full/#",
    "gatemini://result/#",
    "gatemini://result/#?lines=#",
    "gatemini://result/#?page=#",
    "gatemini://result/#?search=#",
    "gatemini://result/#?path=#",
    "#",
    "gatemini://#"
  };

  private static final int LONGEST_MILLIS = 2_000;

  private static final String[] VALUES = {
    "good.echo",
    "good",
    "scripted",
    "tools.upper",
    "1",
    "0",
    "-1",
    "99999999999",
    "call_tool_chain",
    "programs"
  };

  private final Map<String, Function<Chance, ObjectNode>> methods = new LinkedHashMap<>();
  private final Map<String, Function<Chance, ObjectNode>> tools = new LinkedHashMap<>();
  private final String[] names;
  private final String[] toolNames;

  ClientRequests() {
    methods.put("ping", chance -> object());
    methods.put("tools/list", chance -> maybe(object(), chance, "cursor", text(chance)));
    methods.put("resources/list", chance -> maybe(object(), chance, "cursor", text(chance)));
    methods.put(
        "resources/templates/list", chance -> maybe(object(), chance, "cursor", text(chance)));
    methods.put("prompts/list", chance -> maybe(object(), chance, "cursor", text(chance)));
    methods.put("resources/read", chance -> with("uri", NODES.textNode(address(chance))));
    methods.put("resources/subscribe", chance -> with("uri", NODES.textNode(address(chance))));
    methods.put("resources/unsubscribe", chance -> with("uri", NODES.textNode(address(chance))));
    methods.put("prompts/get", this::prompt);
    methods.put("completion/complete", this::completion);
    methods.put(
        "logging/setLevel",
        chance ->
            with(
                "level", NODES.textNode(chance.of("debug", "info", "error", "emergency", "loud"))));
    tools.put("search_tools", this::search);
    tools.put(
        "tool_info",
        chance -> {
          ObjectNode arguments = with("tool_name", NODES.textNode(name(chance)));
          maybe(arguments, chance, "detail", NODES.textNode(chance.of("brief", "full", "x")));
          return maybe(arguments, chance, "compact", bool(chance));
        });
    tools.put(
        "get_required_keys_for_tool", chance -> with("tool_name", NODES.textNode(name(chance))));
    tools.put(
        "list_tools_meta",
        chance -> {
          ObjectNode arguments = maybe(object(), chance, "cursor", text(chance));
          maybe(arguments, chance, "page_size", integer(chance));
          return maybe(arguments, chance, "compact", bool(chance));
        });
    tools.put("register_manual", this::registration);
    tools.put("deregister_manual", chance -> with("manual_name", text(chance)));
    tools.put("call_tool_chain", this::chain);
    names = methods.keySet().toArray(String[]::new);
    toolNames = tools.keySet().toArray(String[]::new);
  }

  /** Puts method and parameters into a message. */
  void fill(ObjectNode message, Chance chance) {
    if (chance.percent(55)) {
      message.put("method", "tools/call");
      ObjectNode params = message.putObject("params");
      String tool = chance.of(toolNames);
      if (chance.oneIn(3)) {
        tool = "call_tool_chain";
      }
      params.put("name", chance.oneIn(30) ? HostileText.of(chance) : tool);
      ObjectNode arguments = Objects.requireNonNull(tools.get(tool)).apply(chance);
      spoil(arguments, chance);
      if (arguments.path("timeout").canConvertToInt()
          && arguments.path("timeout").asInt() > LONGEST_MILLIS) {
        // Ten minutes may be asked for, and would be had.
        arguments.put("timeout", 600_001);
      }
      params.set("arguments", arguments);
      if (chance.oneIn(6)) {
        params
            .putObject("_meta")
            .set("progressToken", chance.oneIn(4) ? HostileJson.value(chance) : integer(chance));
      }
      return;
    }
    String method = chance.of(names);
    message.put("method", method);
    ObjectNode params = Objects.requireNonNull(methods.get(method)).apply(chance);
    spoil(params, chance);
    if (!params.isEmpty() || chance.oneIn(2)) {
      message.set("params", params);
    }
  }

  /** Gives a member another type, takes one out, or adds one. */
  private static void spoil(ObjectNode object, Chance chance) {
    if (chance.oneIn(3) && !object.isEmpty()) {
      String[] members = new String[object.size()];
      int i = 0;
      for (var names = object.fieldNames(); names.hasNext(); i++) {
        members[i] = names.next();
      }
      object.set(chance.of(members), HostileJson.value(chance));
    }
    if (chance.oneIn(15)) {
      object.set(HostileText.small(chance), HostileJson.value(chance));
    }
    if (chance.oneIn(20)) {
      object.remove(
          chance.of(
              "uri", "name", "tool_name", "code", "task_description", "ref", "argument", "level"));
    }
  }

  private ObjectNode search(Chance chance) {
    ObjectNode arguments = with("task_description", text(chance));
    maybe(arguments, chance, "limit", integer(chance));
    maybe(arguments, chance, "brief", bool(chance));
    maybe(arguments, chance, "compact", bool(chance));
    return maybe(arguments, chance, "tag", text(chance));
  }

  private ObjectNode registration(Chance chance) {
    ObjectNode template = object();
    template.put("name", chance.oneIn(3) ? HostileText.of(chance) : "m" + chance.below(5));
    switch (chance.below(4)) {
      case 0 -> template.put("command", chance.of("sh", "", "npx", "../x", HostileText.of(chance)));
      case 1 ->
          template.put(
              "url",
              chance.of(
                  "http://127.0.0.1:1/",
                  "https://localhost/",
                  "ftp://x",
                  "https://[::1]/",
                  HostileText.of(chance)));
      case 2 ->
          template
              .putObject("tools")
              .putObject("t")
              .put("command", "echo {{x}}")
              .put("description", HostileText.of(chance));
      default -> template.set(HostileText.small(chance), HostileJson.value(chance));
    }
    maybe(template, chance, "args", HostileJson.value(chance));
    maybe(template, chance, "env", HostileJson.object(chance));
    return with("manual_call_template", template);
  }

  private ObjectNode chain(Chance chance) {
    ObjectNode arguments = object();
    arguments.put("code", chance.oneIn(12) ? HostileText.of(chance) : code(chance));
    // Long ones would keep what comes after them waiting.
    arguments.put("timeout", chance.between(50, 600));
    if (chance.oneIn(8)) {
      arguments.set(
          "timeout",
          chance.of(NODES.numberNode(0), NODES.numberNode(LONGEST_MILLIS), text(chance)));
    }
    maybe(arguments, chance, "max_output_size", integer(chance));
    maybe(arguments, chance, "max_output_tokens", integer(chance));
    maybe(arguments, chance, "intent", text(chance));
    return maybe(
        arguments, chance, "mode", NODES.textNode(chance.of("run", "read_only", "plan", "")));
  }

  private static String code(Chance chance) {
    String tool =
        chance.of(
            "good.echo", "good.size", "good.sleep", "tools.upper", "scripted.nothing", "good.json");
    return switch (chance.below(5)) {
      case 0, 1 -> {
        ObjectNode call = object().put("tool", tool);
        call.set("arguments", arguments(chance));
        yield HostileJson.text(call);
      }
      case 2 -> "return await " + tool + "(" + HostileJson.text(arguments(chance)) + ")";
      case 3 -> tool + "(" + HostileJson.text(arguments(chance)) + ")";
      default -> ProgramGrammar.program(chance);
    };
  }

  private static ObjectNode arguments(Chance chance) {
    ObjectNode arguments = object();
    arguments.put("text", HostileText.of(chance));
    if (chance.oneIn(3)) {
      arguments.put("ms", chance.between(0, 400));
    }
    if (chance.oneIn(5)) {
      arguments.set("text", HostileJson.value(chance));
    }
    return arguments;
  }

  private ObjectNode prompt(Chance chance) {
    ObjectNode params =
        with(
            "name", NODES.textNode(chance.of("discover", "find_tool", "backend_status", "nobody")));
    ObjectNode arguments = params.putObject("arguments");
    maybe(arguments, chance, "task", text(chance));
    maybe(arguments, chance, "backend", text(chance));
    return params;
  }

  private ObjectNode completion(Chance chance) {
    ObjectNode params = object();
    ObjectNode ref = params.putObject("ref");
    if (chance.oneIn(2)) {
      ref.put("type", "ref/prompt")
          .put("name", chance.of("discover", "find_tool", "backend_status"));
    } else {
      ref.put("type", "ref/resource")
          .put(
              "uri",
              chance.of(
                  "gatemini://tool/{tool_name}",
                  "gatemini://backend/{backend_name}",
                  address(chance)));
    }
    ObjectNode argument = params.putObject("argument");
    argument.put("name", chance.of("tool_name", "backend_name", "task", "backend", "id", "topic"));
    argument.set("value", text(chance));
    maybe(params, chance, "context", HostileJson.value(chance));
    spoil(ref, chance);
    spoil(argument, chance);
    return params;
  }

  private static String address(Chance chance) {
    String address = chance.of(ADDRESSES);
    while (address.contains("#")) {
      int at = address.indexOf('#');
      String value =
          chance.oneIn(2) ? chance.of(VALUES) : HostileText.of(chance).replace("#", "%23");
      address = address.substring(0, at) + value + address.substring(at + 1);
    }
    return address;
  }

  private static String name(Chance chance) {
    return chance.oneIn(2) ? chance.of(VALUES) : HostileText.of(chance);
  }

  private static JsonNode text(Chance chance) {
    return NODES.textNode(HostileText.of(chance));
  }

  private static JsonNode integer(Chance chance) {
    return chance.oneIn(4) ? HostileJson.number(chance) : NODES.numberNode(chance.between(1, 100));
  }

  private static JsonNode bool(Chance chance) {
    return NODES.booleanNode(chance.oneIn(2));
  }

  private static ObjectNode object() {
    return NODES.objectNode();
  }

  private static ObjectNode with(String name, JsonNode value) {
    ObjectNode object = object();
    object.set(name, value);
    return object;
  }

  private static ObjectNode maybe(ObjectNode object, Chance chance, String name, JsonNode value) {
    if (chance.oneIn(3)) {
      object.set(name, value);
    }
    return object;
  }
}
