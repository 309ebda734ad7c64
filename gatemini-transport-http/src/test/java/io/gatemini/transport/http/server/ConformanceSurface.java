package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.ClientChannel.Question;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.mcp.server.MissingCapabilityException;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Json;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The tools, resources and prompts that the official conformance suite asks of a server, without a
 * gateway behind them.
 */
final class ConformanceSurface implements Surface {
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
  private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

  private final Map<String, Entry> tools = new LinkedHashMap<>();

  private final Set<SurfaceListener> listeners = ConcurrentHashMap.newKeySet();

  private record Entry(SurfaceTool tool, Function<SurfaceCall, CompletionStage<ToolResult>> work) {}

  ConformanceSurface() {
    add("test_simple_text", call -> text("This is a simple text response for testing."));
    add(
        "test_image_content",
        call ->
            content(
                """
        [{"type":"image","data":"%s","mimeType":"image/png"}]"""
                    .formatted(PNG)));
    add(
        "test_audio_content",
        call ->
            content(
                """
        [{"type":"audio","data":"%s","mimeType":"audio/wav"}]"""
                    .formatted(WAV)));
    add(
        "test_embedded_resource",
        call ->
            content(
                """
        [{"type":"resource","resource":{"uri":"test://embedded-resource",
          "mimeType":"text/plain","text":"This is an embedded resource content."}}]"""));
    add(
        "test_multiple_content_types",
        call ->
            content(
                """
        [{"type":"text","text":"Multiple content types test:"},
         {"type":"image","data":"%s","mimeType":"image/png"},
         {"type":"resource","resource":{"uri":"test://mixed-content-resource",
          "mimeType":"application/json","text":"{\\"test\\":\\"data\\",\\"value\\":123}"}}]"""
                    .formatted(PNG)));
    add(
        "test_error_handling",
        call ->
            CompletableFuture.completedFuture(
                ToolResult.error("This tool intentionally returns an error for testing")));
    add("test_tool_with_logging", ConformanceSurface::logging);
    add("test_tool_with_progress", ConformanceSurface::progress);
    add(
        "test_sampling",
        schema("prompt"),
        call ->
            ask(
                call,
                "sampling",
                Question.Kind.SAMPLING,
                """
            {"messages":[{"role":"user","content":{"type":"text","text":%s}}],"maxTokens":100}"""
                    .formatted(argument(call, "prompt")),
                answer -> "LLM response: " + answer.at("/content/text").asText()));
    add(
        "test_elicitation",
        schema("message"),
        call ->
            ask(
                call,
                "elicitation",
                Question.Kind.ELICITATION,
                """
            {"message":%s,"requestedSchema":{"type":"object","properties":{
              "username":{"type":"string","description":"User's response"},
              "email":{"type":"string","description":"User's email address"}},
              "required":["username","email"]}}"""
                    .formatted(argument(call, "message")),
                answer -> "User response: " + answer));
    add(
        "test_elicitation_sep1034_defaults",
        call ->
            form(
                call,
                """
        {"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},
         "score":{"type":"number","default":95.5},
         "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
         "verified":{"type":"boolean","default":true}}"""));
    add(
        "test_elicitation_sep1330_enums",
        call ->
            form(
                call,
                """
        {"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
         "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
           {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
         "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
           "enumNames":["Option One","Option Two","Option Three"]},
         "untitledMulti":{"type":"array",
           "items":{"type":"string","enum":["option1","option2","option3"]}},
         "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},
           {"const":"value2","title":"Second Choice"},
           {"const":"value3","title":"Third Choice"}]}}}"""));
    add(
        "json_schema_2020_12_tool",
        """
        {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
         "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{
           "street":{"type":"string"},"city":{"type":"string"}}}},
         "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
           "contactMethod":{"type":"string","enum":["phone","email"]},
           "phone":{"type":"string"},"email":{"type":"string"}},
         "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
         "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
         "then":{"required":["phone"]},"else":{"required":["email"]},
         "additionalProperties":false}""",
        call -> text("valid"));
    add(
        "test_missing_capability",
        call ->
            answers(call.context(), sampling("needed", "x"))
                .thenCompose(
                    answers ->
                        answers.isEmpty()
                            ? CompletableFuture.failedFuture(
                                new MissingCapabilityException("sampling"))
                            : text("sampled")));
    add(
        "test_streaming_elicitation",
        call -> {
          report(call, 1);
          return asked(call, question("answer", "Stream?", "x", "string"));
        });
    add("test_logging_tool", ConformanceSurface::logging);
    add(
        "test_trigger_tool_change",
        call -> {
          listeners.forEach(SurfaceListener::toolsChanged);
          return text("changed");
        });
    add(
        "test_trigger_prompt_change",
        call -> {
          listeners.forEach(SurfaceListener::promptsChanged);
          return text("changed");
        });
    Question name = question("user_name", "What is your name?", "name", "string");
    Question confirm = question("confirm", "Please confirm", "ok", "boolean");
    Question roots = new Question(Question.Kind.ROOTS, RawJson.emptyObject(), "client_roots");
    Question greeting = sampling("greeting", "Generate a greeting");
    String prefix = "test_input_required_result_";
    add(prefix + "elicitation", call -> asked(call, name));
    add(
        prefix + "sampling",
        call -> asked(call, sampling("capital_question", "What is the capital of France?")));
    add(prefix + "list_roots", call -> asked(call, roots));
    add(prefix + "request_state", call -> asked(call, confirm));
    add(prefix + "tampered_state", call -> asked(call, confirm));
    add(prefix + "multiple_inputs", call -> asked(call, name, greeting, roots));
    add(prefix + "capabilities", call -> asked(call, name, greeting));
    add(
        prefix + "multi_round",
        call ->
            answers(call.context(), question("step1", "Step 1: your name?", "name", "string"))
                .thenCompose(
                    first -> asked(call, question("step2", "Step 2: color?", "color", "string"))));
  }

  private static Question question(String name, String message, String field, String type) {
    String form =
        """
        {"message":"%s","requestedSchema":{"type":"object",
         "properties":{"%s":{"type":"%s"}},"required":["%s"]}}"""
            .formatted(message, field, type, field);
    return new Question(Question.Kind.ELICITATION, RawJson.of(json(form)), name);
  }

  private static Question sampling(String name, String text) {
    String params =
        """
        {"messages":[{"role":"user","content":{"type":"text","text":"%s"}}],"maxTokens":100}"""
            .formatted(text);
    return new Question(Question.Kind.SAMPLING, RawJson.of(json(params)), name);
  }

  private static CompletionStage<ToolResult> asked(SurfaceCall call, Question... questions) {
    return answers(call.context(), questions)
        .thenApply(answers -> ToolResult.text("state-ok " + answers));
  }

  private static CompletableFuture<List<JsonNode>> answers(
      CallContext context, Question... questions) {
    List<CompletableFuture<Optional<RawJson>>> asked =
        Stream.of(questions)
            .map(question -> context.client().ask(question).toCompletableFuture())
            .toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done -> asked.stream().flatMap(it -> it.join().stream()).map(RawJson::tree).toList());
  }

  private void add(String name, Function<SurfaceCall, CompletionStage<ToolResult>> work) {
    add(name, "{\"type\":\"object\",\"properties\":{}}", work);
  }

  private void add(
      String name, String schema, Function<SurfaceCall, CompletionStage<ToolResult>> work) {
    tools.put(
        name,
        new Entry(
            new SurfaceTool(
                name, name, "Tool of the suite.", json(schema), null, ToolAnnotations.none()),
            work));
  }

  private static String schema(String argument) {
    return """
        {"type":"object","properties":{"%s":{"type":"string"}},"required":["%s"]}"""
        .formatted(argument, argument);
  }

  private static CompletionStage<ToolResult> text(String text) {
    return CompletableFuture.completedFuture(ToolResult.text(text));
  }

  private static CompletionStage<ToolResult> content(String blocks) {
    return CompletableFuture.completedFuture(
        ToolResult.of(
            RawJson.of(JsonNodeFactory.instance.objectNode().set("content", json(blocks)))));
  }

  private static CompletionStage<ToolResult> logging(SurfaceCall call) {
    ClientChannel client = call.context().client();
    return CompletableFuture.runAsync(() -> log(client, "Tool execution started"), Runnable::run)
        .thenRunAsync(() -> log(client, "Tool processing data"), LATER)
        .thenRunAsync(() -> log(client, "Tool execution completed"), LATER)
        .thenApply(done -> ToolResult.text("logged"));
  }

  private static void log(ClientChannel client, String line) {
    client.log(
        new SurfaceListener.LogMessage(
            LogLevel.INFO, "fixture", JsonNodeFactory.instance.textNode(line)));
  }

  private static CompletionStage<ToolResult> progress(SurfaceCall call) {
    return CompletableFuture.runAsync(() -> report(call, 0), Runnable::run)
        .thenRunAsync(() -> report(call, 50), LATER)
        .thenRunAsync(() -> report(call, 100), LATER)
        .thenApply(done -> ToolResult.text("done"));
  }

  private static void report(SurfaceCall call, double progress) {
    call.context()
        .client()
        .progress()
        .onProgress(progress, OptionalDouble.of(100), Optional.of("at " + progress));
  }

  private static CompletionStage<ToolResult> form(SurfaceCall call, String properties) {
    return ask(
        call,
        "form",
        Question.Kind.ELICITATION,
        """
        {"message":"Please fill in the form","requestedSchema":{"type":"object",
         "properties":%s,"required":[]}}"""
            .formatted(properties),
        answer ->
            "Elicitation completed: action="
                + answer.path("action").asText()
                + ", content="
                + answer.path("content"));
  }

  private static CompletionStage<ToolResult> ask(
      SurfaceCall call,
      String name,
      Question.Kind kind,
      String params,
      Function<JsonNode, String> answer) {
    return call.context()
        .client()
        .ask(new Question(kind, RawJson.of(json(params))))
        .thenApply(
            answered ->
                answered
                    .map(it -> ToolResult.text(answer.apply(it.tree())))
                    .orElseGet(() -> ToolResult.error("the client cannot be asked: " + name)));
  }

  private static String argument(SurfaceCall call, String name) {
    return call.arguments().tree().path(name).toString();
  }

  static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo("conformance", "Conformance fixture", "1", Optional.empty(), List.of());
  }

  @Override
  public Optional<String> instructions() {
    return Optional.empty();
  }

  @Override
  public List<SurfaceTool> tools(Session session) {
    return tools.values().stream()
        .map(Entry::tool)
        .sorted(Comparator.comparing(SurfaceTool::name))
        .toList();
  }

  @Override
  public boolean hasTool(String name) {
    return tools.containsKey(name);
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    return tools.get(call.tool()).work().apply(call);
  }

  @Override
  public List<Resource> resources(Session session) {
    return List.of(
        resource("test://static-text", "static-text", "text/plain"),
        resource("test://static-binary", "static-binary", "image/png"),
        resource("test://watched-resource", "watched", "text/plain"));
  }

  private static Resource resource(String uri, String name, String type) {
    return new Resource(uri, name, name, "A resource of the suite.", type);
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return List.of(
        new ResourceTemplate(
            "test://template/{id}/data",
            "template",
            "template",
            "A template of the suite.",
            "application/json"));
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    if (uri.equals("test://static-text")) {
      return CompletableFuture.completedFuture(
          new ResourceContent(
              uri, "text/plain", "This is the content of the static text resource."));
    }
    if (uri.equals("test://static-binary")) {
      return CompletableFuture.completedFuture(
          new ResourceContent(uri, "image/png", PNG, true, Optional.empty()));
    }
    if (uri.equals("test://watched-resource")) {
      return CompletableFuture.completedFuture(new ResourceContent(uri, "text/plain", "watched"));
    }
    if (uri.matches("test://template/[^/]+/data")) {
      String id = uri.substring("test://template/".length(), uri.length() - "/data".length());
      return CompletableFuture.completedFuture(
          new ResourceContent(
              uri,
              "application/json",
              "{\"id\":\"%s\",\"templateTest\":true,\"data\":\"Data for ID: %s\"}"
                  .formatted(id, id)));
    }
    return CompletableFuture.failedFuture(new UnknownResourceException("there is no " + uri));
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return List.of(
        prompt("test_simple_prompt"),
        prompt("test_prompt_with_arguments", "arg1", "arg2"),
        prompt("test_prompt_with_embedded_resource", "resourceUri"),
        prompt("test_prompt_with_image"),
        prompt("test_input_required_result_prompt"));
  }

  private static Prompt prompt(String name, String... arguments) {
    return new Prompt(
        name,
        name,
        "A prompt of the suite.",
        List.of(arguments).stream()
            .map(argument -> new PromptArgument(argument, argument, "An argument.", true))
            .toList());
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments) {
    String messages =
        switch (name) {
          case "test_simple_prompt" ->
              """
              [{"role":"user","content":{"type":"text",
                "text":"This is a simple prompt for testing."}}]""";
          case "test_prompt_with_arguments" ->
              """
              [{"role":"user","content":{"type":"text",
                "text":"Prompt with arguments: arg1='%s', arg2='%s'"}}]"""
                  .formatted(arguments.get("arg1"), arguments.get("arg2"));
          case "test_prompt_with_embedded_resource" ->
              """
              [{"role":"user","content":{"type":"resource","resource":{"uri":"%s",
                "mimeType":"text/plain","text":"Embedded resource content for testing."}}},
               {"role":"user","content":{"type":"text",
                "text":"Please process the embedded resource above."}}]"""
                  .formatted(arguments.get("resourceUri"));
          case "test_prompt_with_image" ->
              """
              [{"role":"user","content":{"type":"image","data":"%s","mimeType":"image/png"}},
               {"role":"user","content":{"type":"text","text":"Please analyze the image above."}}]"""
                  .formatted(PNG);
          default -> throw new UnknownPromptException("there is no prompt " + name);
        };
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.set("messages", json(messages));
    return CompletableFuture.completedFuture(PromptContent.of(RawJson.of(result)));
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      CallContext context, String name, Map<String, String> arguments) {
    return name.equals("test_input_required_result_prompt")
        ? answers(
                context,
                question(
                    "user_context", "What context should the prompt use?", "context", "string"))
            .thenApply(answers -> PromptContent.of("Asked.", answers.toString()))
        : prompt(context.session(), name, arguments);
  }

  @Override
  public CompletionStage<Completion> complete(CompletionRequest request) {
    return CompletableFuture.completedFuture(Completion.of(List.of("paris", "park", "party")));
  }

  @Override
  public Listening listen(Session session, SurfaceListener listener) {
    listeners.add(listener);
    return new Listening() {
      private volatile LogLevel level = LogLevel.WARNING;

      @Override
      public void subscribe(String uri) {
        if (!uri.startsWith("test://")) {
          throw new InvalidArgumentsException("there is no " + uri);
        }
      }

      @Override
      public void unsubscribe(String uri) {}

      @Override
      public void logLevel(LogLevel asked) {
        level = asked;
      }

      @Override
      public void log(SurfaceListener.LogMessage message) {
        if (message.level().compareTo(level) >= 0) {
          listener.logged(message);
        }
      }

      @Override
      public void close() {
        listeners.remove(listener);
      }
    };
  }

  @Override
  public void disconnected(Session session) {}
}
