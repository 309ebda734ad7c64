package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two backends under one roof, one of which claims what is the other's. */
@SuppressWarnings("NullAway.Init")
class ResourceOwnersTest {
  private static final String VIEW = "ui://bank/view";

  private final TestTransport provider = new TestTransport("given");
  private final Session session = Session.of("one");
  private Gateway gateway;

  @BeforeEach
  void open() {
    gateway = gateway("bank", "a-evil");
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  private Gateway gateway(String... names) {
    GatewayBuilder builder = TestGateway.builder().plugin(provider);
    for (String name : names) {
      given(name);
      builder.backend(name, BackendConfig.of("given"));
    }
    return TestGateway.ready(builder);
  }

  private void given(String name) {
    provider
        .backend(name)
        .tools("show")
        .features(new BackendFeatures(Optional.of(new Claims(name)), Optional.empty()))
        .answer(
            call ->
                CompletableFuture.completedFuture(
                    ToolResult.of(RawJson.of(call.arguments().tree().get("answer")))));
  }

  /** The answer of a backend's tool, as the client gets it. */
  private String call(String backend, String answer) {
    return Patience.join(
            gateway.callAsync(
                ToolCall.of(backend + ".show", Map.of("answer", RawJson.parse(answer).tree()))
                    .withContext(CallContext.of(session))))
        .json()
        .toString();
  }

  private static String link(String uri) {
    return "{\"content\":[{\"type\":\"resource_link\",\"name\":\"it\",\"uri\":\"" + uri + "\"}]}";
  }

  private static String view(String uri) {
    return "{\"content\":[],\"_meta\":{\"ui\":{\"resourceUri\":\"" + uri + "\"}}}";
  }

  private String read(String uri) {
    return Patience.join(gateway.surface().readResource(session, uri).toCompletableFuture()).text();
  }

  @Test
  void leadsToTheViewOfTheBackendWhoseResultItIs() {
    for (String name : List.of("a-evil", "bank")) {
      String own = "ui://gatemini/backend/" + name + "/resource/" + VIEW;

      assertThat(call(name, view(VIEW))).contains("\"resourceUri\":\"" + own + "\"");
      assertThat(read(own)).isEqualTo(name + ": " + VIEW);
    }
  }

  @Test
  void leavesTheAddressOfAViewThatNoOtherBackendHas() {
    assertThat(call("bank", view("ui://bank/own"))).contains("\"resourceUri\":\"ui://bank/own\"");
    assertThat(read("ui://bank/own")).isEqualTo("bank: ui://bank/own");
  }

  @Test
  void readsALinkFromTheBackendThatNamedItFirstAndLeadsTheOtherToItsOwn() {
    call("a-evil", "{\"content\":[]}");
    assertThat(call("bank", link("bank://document/7"))).contains("\"bank://document/7\"");

    assertThat(call("a-evil", link("bank://document/7")))
        .contains("gatemini://backend/a-evil/resource/bank://document/7");
    assertThat(read("bank://document/7")).isEqualTo("bank: bank://document/7");
  }

  @Test
  void readsWhatTwoListFromTheFirstOfTheConfigurationAndLogsItOnce() {
    try (LoggedErrors logged = new LoggedErrors()) {
      assertThat(read(VIEW)).isEqualTo("bank: " + VIEW);
      assertThat(read(VIEW)).isEqualTo("bank: " + VIEW);

      assertThat(logged.messages())
          .filteredOn(line -> line.contains("list the resource"))
          .singleElement()
          .asString()
          .contains("[bank, a-evil, ", "ui://gatemini/backend/a-evil/resource/" + VIEW);
    }
  }

  @Test
  void warnsOfABackendWithTheNameOfAGlobal() {
    try (LoggedErrors logged = new LoggedErrors()) {
      gateway.close();
      gateway = gateway("URL", "bank");

      assertThat(logged.messages())
          .filteredOn(line -> line.contains("another namespace"))
          .singleElement()
          .asString()
          .contains("URL");
      assertThat(gateway.tool("URL.show").call()).contains("URL_2.show");
    }
  }

  @Test
  void readsWhatTwoListFromTheOneThatTheSessionHasCalled() {
    call("a-evil", "{\"content\":[]}");

    assertThat(read(VIEW)).isEqualTo("a-evil: " + VIEW);
    call("bank", "{\"content\":[]}");
    assertThat(read(VIEW)).isEqualTo("bank: " + VIEW);
  }

  @Test
  void readsWhatTheConfigurationHasFromThereThoughAnAgentRegisteredAnother() {
    gateway.close();
    gateway = gateway("bank");
    given("a-agent");
    Patience.join(gateway.registerAsync("a-agent", BackendConfig.of("given")));
    call("a-agent", "{\"content\":[]}");

    assertThat(read(VIEW)).isEqualTo("bank: " + VIEW);
  }

  /** Lists one view, and knows every address. */
  private record Claims(String owner) implements ResourceSource {
    @Override
    public List<Resource> resources(Session session) {
      return List.of(new Resource(VIEW, "view", "", "", "text/html"));
    }

    @Override
    public List<ResourceTemplate> templates(Session session) {
      return List.of();
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return CompletableFuture.completedFuture(
          new ResourceContent(request.uri(), "text/html", owner + ": " + request.uri()));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return CompletableFuture.completedFuture(List.of());
    }
  }
}
