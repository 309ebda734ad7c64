package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolCall;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings.RegistrationVisible;
import io.gatemini.content.Resource;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A backend that an agent of an authenticated client registers exists for that client alone. */
@Timeout(60)
class OwnedRegistrationsTest {
  private static final Session ANN = Session.of("a-1").withPrincipal("ann");
  private static final Session ANN_AGAIN = Session.of("a-2").withPrincipal("ann");
  private static final Session BOB = Session.of("b-1").withPrincipal("bob");
  private static final Session PIPE = Session.of("client-1");
  private static final BackendConfig ADDED = BackendConfig.of("scripted").env("KEY", "v");
  private static final String NAME = "annsown";

  private final List<Gateway> gateways = new ArrayList<>();

  private Gateway gateway(String surface, RegistrationVisible visible, StateStore store) {
    Gateway gateway =
        TestGateway.builder()
            .plugin(new TestTransport("scripted"))
            .registrationPolicy(RegistrationPolicy.open())
            .registrationVisible(visible)
            .maxDynamicBackends(2)
            .stateStore(store)
            .sharedRegistrations(true)
            .surface(surface)
            .backend("own", BackendConfig.of("scripted"))
            .build();
    gateways.add(gateway);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    return gateway;
  }

  private Gateway gateway(String surface, RegistrationVisible visible) {
    return gateway(surface, visible, StateStore.inMemory());
  }

  private Gateway gateway() {
    return gateway("meta", RegistrationVisible.OWNER);
  }

  @AfterEach
  void close() {
    gateways.forEach(Gateway::close);
  }

  private static ToolCall call(String tool, Session session) {
    return new ToolCall(
        tool, RawJson.wrap("{}".getBytes(StandardCharsets.UTF_8)), CallContext.of(session));
  }

  @Test
  void othersNeitherCallNorFindIt() {
    Gateway gateway = gateway();
    gateway.registerAsync(NAME, ADDED, ANN).join();

    for (Session other : List.of(BOB, PIPE)) {
      assertThatThrownBy(() -> gateway.call(call(NAME + ".work", other)))
          .isInstanceOf(UnknownToolException.class);
      assertThat(gateway.search(SearchRequest.of("work").withSession(other)))
          .extracting(hit -> hit.key())
          .containsExactly("own.work");
      assertThat(run(gateway, "{\"tool\": \"%s.work\", \"arguments\": {}}".formatted(NAME), other))
          .doesNotContain("called work");
      // A bare name that only two backends together make ambiguous still is the shared one's.
      assertThat(gateway.call(call("work", other)).text()).isEqualTo("called work");
    }
    for (Session own : List.of(ANN, ANN_AGAIN, Session.local())) {
      assertThat(gateway.call(call(NAME + ".work", own)).text()).isEqualTo("called work");
      assertThat(gateway.search(SearchRequest.of("work").withSession(own))).hasSize(2);
    }
  }

  private static String run(Gateway gateway, String code, Session session) {
    return gateway.run(ChainRequest.of(code).withContext(CallContext.of(session))).text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"meta", "servers"})
  void noWordOfItIsInWhatOthersAreShown(String surfaceName) {
    Gateway gateway = gateway(surfaceName, RegistrationVisible.OWNER);
    gateway.registerAsync(NAME, ADDED, ANN).join();
    gateway.call(call(NAME + ".work", ANN));

    assertThat(shown(gateway.surface(), ANN)).contains(NAME);
    assertThat(shown(gateway.surface(), BOB)).doesNotContain(NAME);
    assertThat(shown(gateway.surface(), PIPE)).doesNotContain(NAME);

    gateway.deregisterAsync(NAME, ANN).join();
    assertThat(read(gateway, "gatemini://backends", ANN)).doesNotContain(NAME);
  }

  /** All that a surface shows to a session that names nothing of it. */
  private static String shown(Surface surface, Session session) {
    StringBuilder shown = new StringBuilder();
    surface.tools(session).forEach(tool -> shown.append(tool.description()).append('\n'));
    surface.instructions().ifPresent(shown::append);
    for (String call :
        List.of(
            "search_tools {\"task_description\": \"work\"}",
            "search_tools {\"task_description\": \"xyzzy nothing of the kind\"}",
            "list_tools_meta {}",
            "tool_info {\"tool_name\": \"own.work\"}",
            "tool_info {\"tool_name\": \"annsow.work\"}",
            "get_required_keys_for_tool {\"tool_name\": \"own.work\"}",
            "deregister_manual {\"manual_name\": \"nosuch\"}",
            "call_tool_chain {\"code\": \"{\\\"tool\\\": \\\"own.wrok\\\"}\"}",
            "list-servers {}",
            "list-server-tools {\"server_name\": \"own\"}",
            "list-server-tools {\"server_name\": \"annsow\"}",
            "tool-details {\"server_name\": \"own\", \"tool_name\": \"work\"}")) {
      String[] words = call.split(" ", 2);
      if (surface.hasTool(words[0])) {
        shown.append(
            surface
                .call(
                    new SurfaceCall(
                        words[0],
                        RawJson.wrap(words[1].getBytes(StandardCharsets.UTF_8)),
                        CallContext.of(session)))
                .toCompletableFuture()
                .join()
                .json());
      }
    }
    for (Resource resource : surface.resources(session)) {
      shown.append(resource.uri()).append(resource.name());
      shown.append(
          surface.readResource(session, resource.uri()).toCompletableFuture().join().toString());
    }
    surface
        .prompts(session)
        .forEach(
            prompt -> {
              if (prompt.arguments().stream().noneMatch(argument -> argument.required())) {
                shown.append(
                    surface
                        .prompt(session, prompt.name(), Map.of())
                        .toCompletableFuture()
                        .join()
                        .toString());
              }
            });
    surface
        .resourceTemplates(session)
        .forEach(
            template -> {
              String name = template.uriTemplate().replaceAll(".*\\{\\W?(\\w+).*", "$1");
              shown.append(
                  surface
                      .complete(
                          new CompletionRequest(
                              session,
                              CompletionRequest.Kind.RESOURCE,
                              template.uriTemplate(),
                              name,
                              "",
                              Map.of()))
                      .toCompletableFuture()
                      .join()
                      .values());
            });
    return shown.toString();
  }

  @Test
  void othersNeitherRemoveNorReplaceIt() {
    Gateway gateway = gateway();
    gateway.registerAsync(NAME, ADDED, ANN).join();

    assertThatThrownBy(() -> gateway.deregisterAsync(NAME, BOB).join())
        .cause()
        .isInstanceOf(RegistrationException.class);
    assertThatThrownBy(() -> gateway.registerAsync(NAME, ADDED, BOB).join())
        .isInstanceOf(CompletionException.class);
    assertThat(gateway.call(call(NAME + ".work", ANN)).text()).isEqualTo("called work");

    gateway.deregisterAsync(NAME, ANN_AGAIN).join();
    gateway.registerAsync(NAME, ADDED, BOB).join();
    assertThat(gateway.call(call(NAME + ".work", BOB)).text()).isEqualTo("called work");
    assertThatThrownBy(() -> gateway.call(call(NAME + ".work", ANN)))
        .isInstanceOf(UnknownToolException.class);
  }

  @Test
  void theBoundIsThatOfEachClient() {
    Gateway gateway = gateway();
    gateway.registerAsync("bobs1", ADDED, BOB).join();
    gateway.registerAsync("bobs2", ADDED, BOB).join();
    assertThatThrownBy(() -> gateway.registerAsync("bobs3", ADDED, BOB).join())
        .hasMessageContaining("the limit of 2");

    gateway.registerAsync(NAME, ADDED, ANN).join();

    assertThat(gateway.call(call(NAME + ".work", ANN)).text()).isEqualTo("called work");
  }

  @Test
  void oneSettingMakesItEveryones() {
    Gateway gateway = gateway("meta", RegistrationVisible.ALL);
    gateway.registerAsync(NAME, ADDED, ANN).join();

    assertThat(gateway.call(call(NAME + ".work", BOB)).text()).isEqualTo("called work");
    gateway.deregisterAsync(NAME, BOB).join();
  }

  @Test
  void recentCallsAreOnesOwn() {
    Gateway gateway = gateway();
    gateway.call(call("own.work", ANN));

    assertThat(read(gateway, "gatemini://recent", BOB)).doesNotContain("own.work");
    assertThat(read(gateway, "gatemini://recent/5", PIPE)).doesNotContain("own.work");
    assertThat(read(gateway, "gatemini://recent", ANN_AGAIN)).contains("own.work");
  }

  private static String read(Gateway gateway, String uri, Session session) {
    return gateway.surface().readResource(session, uri).toCompletableFuture().join().toString();
  }

  @Test
  void theLogOfOthersSaysNothingOfIt() {
    Gateway gateway = gateway();
    Map<Session, StringBuffer> logs = Map.of(ANN, new StringBuffer(), BOB, new StringBuffer());
    logs.forEach(
        (session, log) ->
            gateway
                .surface()
                .listen(
                    session,
                    new SurfaceListener() {
                      @Override
                      public void logged(LogMessage message) {
                        log.append(message.data());
                      }
                    })
                .logLevel(LogLevel.DEBUG));
    gateway.registerAsync(NAME, ADDED, ANN).join();
    gateway.restart(NAME);
    gateway.deregisterAsync(NAME, ANN).join();
    gateway.restart("own");

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> logs.values().stream().allMatch(log -> log.indexOf("\"own\"") >= 0));
    assertThat(logs.get(ANN)).contains(NAME);
    assertThat(logs.get(BOB)).doesNotContain(NAME);
  }

  @Test
  void itBelongsToTheClientInOtherGatewaysToo() {
    StateStore store = StateStore.inMemory();
    Gateway one = gateway("meta", RegistrationVisible.OWNER, new WatchedStore(store));
    Gateway other = gateway("meta", RegistrationVisible.OWNER, new WatchedStore(store));
    one.registerAsync(NAME, ADDED, ANN).join();

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> other.backends().stream().anyMatch(it -> it.name().equals(NAME)));
    assertThatThrownBy(() -> other.call(call(NAME + ".work", BOB)))
        .isInstanceOf(UnknownToolException.class);
    assertThat(other.call(call(NAME + ".work", ANN)).text()).isEqualTo("called work");
  }
}
