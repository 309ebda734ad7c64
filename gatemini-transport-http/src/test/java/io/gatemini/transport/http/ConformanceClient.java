package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.content.Resource;
import io.gatemini.spi.SignIn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The client of the conformance suite: a gateway with the suite's server as its one backend, whose
 * tools it calls as the scenario of the environment has it. The address is the last argument.
 */
final class ConformanceClient {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private ConformanceClient() {}

  public static void main(String[] args) {
    JsonNode context =
        RawJson.parse(System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}")).tree();
    ObjectNode oauth =
        JsonNodeFactory.instance
            .objectNode()
            .put("client_metadata_url", "https://conformance-test.local/client-metadata.json");
    if (context.has("client_id")) {
      oauth.set("client_id", context.get("client_id"));
      oauth.set("client_secret", context.get("client_secret"));
    }
    BackendConfig backend =
        BackendConfig.streamableHttp(args[args.length - 1])
            .option("oauth", oauth)
            .trust(TrustConfig.defaults().elicitation(Elicitation.FORM).sampling(true));
    try (Gateway gateway = Gateway.builder().backend("suite", backend).build()) {
      gateway.awaitReady(PATIENCE);
      // Twice, where the server has another authorization server meanwhile.
      for (int i = 0;
          i < 2 && gateway.backends().get(0).state() == BackendState.NEEDS_SIGN_IN;
          i++) {
        attempt(
            () -> {
              SignIn signIn = gateway.signIn("suite");
              visit(signIn.address());
              return signIn.outcome().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
            });
      }
      JsonNode calls = context.path("toolCalls");
      if (calls.isEmpty()) {
        List<ToolDescriptor> tools = gateway.catalog().tools();
        tools.forEach(tool -> call(gateway, tool.key(), arguments(tool, tools)));
      } else {
        calls.forEach(
            call -> call(gateway, "suite." + call.path("name").asText(), call.path("arguments")));
      }
      for (Resource resource : gateway.resources()) {
        if (!resource.uri().startsWith("gatemini://state")) {
          attempt(() -> gateway.readResource(resource.uri()));
        }
      }
      gateway.prompts().forEach(it -> attempt(() -> gateway.prompt(it.name(), Map.of())));
    }
  }

  private static void call(Gateway gateway, String tool, JsonNode arguments) {
    attempt(
        () ->
            gateway
                .call(
                    ToolCall.of(tool, RawJson.of(arguments))
                        .withTimeout(PATIENCE)
                        .withElicitation(ConformanceClient::filledIn))
                .text());
  }

  private static void attempt(Supplier<?> step) {
    try {
      System.out.println(step.get());
    } catch (GatewayException | CompletionException e) {
      System.err.println(e);
    }
  }

  private static JsonNode arguments(ToolDescriptor tool, List<ToolDescriptor> all) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    for (JsonNode required : tool.inputSchema().path("required")) {
      String name = required.asText();
      switch (tool.inputSchema().at("/properties/" + name + "/type").asText()) {
        case "number", "integer" -> arguments.put(name, 5);
        case "boolean" -> arguments.put(name, true);
        case "object" ->
            arguments.set(
                name,
                all.stream()
                    .filter(other -> other != tool)
                    .map(ToolDescriptor::inputSchema)
                    .findFirst()
                    .orElseGet(JsonNodeFactory.instance::objectNode));
        default -> arguments.put(name, "us-west1");
      }
    }
    return arguments;
  }

  /** A browser that follows redirects. */
  private static void visit(URI address) {
    try {
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.ALWAYS)
          .build()
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A person who leaves every field as it is, and visits every page. */
  private static CompletableFuture<Optional<RawJson>> filledIn(RawJson form) {
    if (form.tree().path("mode").asText().equals("url")) {
      return CompletableFuture.supplyAsync(
          () -> {
            visit(URI.create(form.tree().path("url").asText()));
            return Optional.of(RawJson.parse("{\"action\":\"accept\"}"));
          });
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("action", "accept");
    ObjectNode content = answer.putObject("content");
    for (var field : form.tree().at("/requestedSchema/properties").properties()) {
      JsonNode given = field.getValue().path("default");
      content.set(field.getKey(), given.isMissingNode() ? BooleanNode.TRUE : given);
    }
    return CompletableFuture.completedFuture(Optional.of(RawJson.of(answer)));
  }
}
