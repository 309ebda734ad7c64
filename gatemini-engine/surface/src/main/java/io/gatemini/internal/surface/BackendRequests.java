package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.host.BackendOffers;
import io.gatemini.internal.surface.host.BackendOffers.Offered;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.Resources;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The requests of programs beside tools: the methods of the protocol, written as tools whose names
 * begin with {@code $}, which no tool has. Lists have all that backends have, whether clients are
 * shown it or not; where {@code backend} is given, that of one. Thread-safe.
 */
public final class BackendRequests {
  private static final char FIRST = '$';

  private final BackendOffers offers;
  private final Resources resources;
  private final Prompts prompts;
  private final Completions completions;

  BackendRequests(
      BackendOffers offers, Resources resources, Prompts prompts, Completions completions) {
    this.offers = offers;
    this.resources = resources;
    this.prompts = prompts;
    this.completions = completions;
  }

  /** Whether a name of a tool is one of these. */
  public static boolean is(String tool) {
    return !tool.isEmpty() && tool.charAt(0) == FIRST;
  }

  /** Answers with the result of the method as structured content; fails as the method does. */
  public CompletableFuture<ToolResult> answer(ToolCall call) {
    Session session = call.context().session();
    return Futures.of(() -> asked(call.tool(), call.arguments().tree(), session))
        .toCompletableFuture();
  }

  private CompletableFuture<ToolResult> asked(String method, JsonNode given, Session session) {
    return switch (method) {
      case "$resources/list" ->
          listed("resources", given, offers.resources(session), SurfaceJson::resource);
      case "$resources/templates/list" ->
          listed(
              "resourceTemplates", given, offers.templates(session), SurfaceJson::resourceTemplate);
      case "$resources/read" ->
          Relay.map(
              resources.read(session, address(given)),
              content -> ToolResult.structured(SurfaceJson.readResourceResult(content)));
      case "$prompts/list" ->
          listed("prompts", given, offers.prompts(session), SurfaceJson::prompt);
      case "$prompts/get" ->
          Relay.map(
              prompts.get(session, prompt(given, "name"), texts(given.path("arguments"))),
              content -> ToolResult.structured(SurfaceJson.getPromptResult(content)));
      case "$completion/complete" ->
          Relay.map(
              completions.complete(completion(given, session)),
              found -> ToolResult.structured(SurfaceJson.completeResult(found)));
      default ->
          throw new InvalidArgumentsException(
              "there is no request \""
                  + method
                  + "\"; there are $resources/list, $resources/templates/list, $resources/read,"
                  + " $prompts/list, $prompts/get and $completion/complete");
    };
  }

  private static <T> CompletableFuture<ToolResult> listed(
      String member, JsonNode given, Stream<Offered<T>> offered, Function<T, ObjectNode> entry) {
    Optional<String> only = Optional.ofNullable(given.path("backend").textValue());
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode list = result.putArray(member);
    offered
        .filter(of -> only.isEmpty() || only.get().equals(of.backend()))
        .forEach(
            of -> of.all().forEach(it -> list.add(named(entry.apply(it), member, of.backend()))));
    return CompletableFuture.completedFuture(ToolResult.structured(result));
  }

  private static ObjectNode named(ObjectNode entry, String member, String backend) {
    if (member.equals("prompts")) {
      entry.put("name", backend + "/" + entry.path("name").asText());
    }
    return entry.put("backend", backend);
  }

  private static String address(JsonNode given) {
    String uri = text(given, "uri");
    String backend = given.path("backend").asText("");
    return backend.isEmpty() || BackendAddress.is(uri) ? uri : BackendAddress.of(backend, uri);
  }

  private static String prompt(JsonNode given, String member) {
    String name = text(given, member);
    String backend = given.path("backend").asText("");
    return backend.isEmpty() || name.startsWith(backend + "/") ? name : backend + "/" + name;
  }

  private static CompletionRequest completion(JsonNode given, Session session) {
    JsonNode ref = given.path("ref");
    boolean ofPrompt = ref.path("type").asText().equals("ref/prompt");
    if (!ofPrompt && !ref.path("type").asText().equals("ref/resource")) {
      throw new InvalidArgumentsException(
          "\"ref.type\" must be \"ref/prompt\", with a \"name\", or \"ref/resource\", with a"
              + " \"uri\"");
    }
    return new CompletionRequest(
        session,
        ofPrompt ? Kind.PROMPT : Kind.RESOURCE,
        text(ref, ofPrompt ? "name" : "uri"),
        text(given.path("argument"), "name"),
        given.at("/argument/value").asText(""),
        texts(given.at("/context/arguments")));
  }

  private static String text(JsonNode given, String member) {
    String value = given.path(member).asText("");
    if (value.isEmpty()) {
      throw new InvalidArgumentsException("\"" + member + "\" is missing: a text");
    }
    return value;
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(it -> texts.put(it.getKey(), it.getValue().asText()));
    return texts;
  }
}
