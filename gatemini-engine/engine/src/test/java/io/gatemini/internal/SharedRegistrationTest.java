package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.StateStore;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backend that an agent registers in one gateway exists in all gateways with the same store. */
@Timeout(60)
class SharedRegistrationTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Session AGENT = Session.of("agent");
  private static final BackendConfig ADDED = BackendConfig.of("scripted").env("KEY", "v");

  private final StateStore store = new WatchedStore(StateStore.inMemory());
  private final List<Gateway> gateways = new ArrayList<>();

  private Gateway gateway(TestTransport transport, RegistrationPolicy policy) {
    Gateway gateway =
        TestGateway.builder()
            .plugin(transport)
            .stateStore(store)
            .registrationPolicy(policy)
            .sharedRegistrations(true)
            .backend("own", BackendConfig.of("scripted"))
            .build();
    gateways.add(gateway);
    return gateway;
  }

  private Gateway gateway() {
    return gateway(new TestTransport("scripted"), RegistrationPolicy.open());
  }

  @AfterEach
  void close() {
    gateways.forEach(Gateway::close);
  }

  private static List<String> names(Gateway gateway) {
    return gateway.backends().stream().map(BackendStatus::name).sorted().toList();
  }

  @Test
  void takesUpAndLetsGoOfWhatAnotherDoes() {
    Gateway one = gateway();
    Gateway other = gateway();

    one.registerAsync("more", ADDED, AGENT).join();

    await().atMost(LONG).until(() -> names(other).equals(List.of("more", "own")));
    assertThat(other.call(ToolCall.of("more.work", Map.of())).text()).isEqualTo("called work");

    other.deregisterAsync("more", AGENT).join();

    await().atMost(LONG).until(() -> names(one).equals(List.of("own")));
    one.registerAsync("more", ADDED, AGENT).join();
    await().atMost(LONG).until(() -> names(other).equals(List.of("more", "own")));
  }

  @Test
  void hasWhatWasRegisteredBeforeItStarted() {
    try (Gateway earlier = gateway()) {
      earlier.registerAsync("more", ADDED, AGENT).join();
    }

    Gateway next = gateway();

    await().atMost(LONG).until(() -> names(next).equals(List.of("more", "own")));
  }

  @Test
  void asksItsOwnPolicy() {
    List<String> asked = new ArrayList<>();
    RegistrationPolicy refusing =
        (name, config, session) -> {
          synchronized (asked) {
            asked.add(name + " " + session.id() + " " + config.env());
          }
          return Optional.of("not here");
        };
    Gateway one = gateway();
    Gateway careful = gateway(new TestTransport("scripted"), refusing);

    one.registerAsync("more", ADDED, AGENT).join();
    one.registerAsync("second", ADDED, AGENT).join();

    await()
        .atMost(LONG)
        .until(
            () -> {
              synchronized (asked) {
                return asked.size() == 2;
              }
            });
    assertThat(asked).containsExactlyInAnyOrder("more agent {KEY=v}", "second agent {KEY=v}");
    assertThat(names(careful)).containsExactly("own");
  }

  @Test
  void agreesOnWhoWasFirstWhenTwoRegisterOneName() {
    Gateway one = gateway();
    Gateway other = gateway();

    CompletableFuture.allOf(
            one.registerAsync("more", ADDED.description("first"), AGENT),
            other.registerAsync("more", ADDED.description("second"), AGENT))
        .join();

    await()
        .atMost(LONG)
        .until(
            () ->
                Stream.of(one, other).map(SharedRegistrationTest::description).distinct().count()
                    == 1);
    assertThat(description(one)).isIn("first", "second");
  }

  private static String description(Gateway gateway) {
    return gateway.backends().stream()
        .filter(backend -> backend.name().equals("more"))
        .flatMap(backend -> backend.description().stream())
        .findFirst()
        .orElse("none yet");
  }

  @Test
  void leavesAJavaToolAndAnUnsharedGatewayAlone() {
    Gateway one = gateway();
    Gateway other = gateway();
    try (Gateway apart =
        TestGateway.builder()
            .plugin(new TestTransport("scripted"))
            .stateStore(store)
            .registrationPolicy(RegistrationPolicy.open())
            .build()) {
      one.registerAsync("java", BackendConfig.inProcess().tool("t", "T.", "{}", args -> "t"), AGENT)
          .join();
      apart.registerAsync("apart", ADDED, AGENT).join();
      one.registerAsync("more", ADDED, AGENT).join();

      await().atMost(LONG).until(() -> names(other).contains("more"));
      assertThat(names(other)).containsExactly("more", "own");
      assertThat(names(apart)).containsExactly("apart");
    }
  }

  @Test
  void passesOverWhatIsNoRegistration() {
    store.write(
        "registrations",
        "agents",
        """
        {"a": 1, "b": {"transport": "nowhere"}, "c": {"transport": "scripted", "env": 7},
         "own": {"transport": "scripted"}, "../d": {"transport": "scripted"},
         "good": {"transport": "scripted"}}"""
            .getBytes(StandardCharsets.UTF_8));

    Gateway gateway = gateway();

    await().atMost(LONG).until(() -> names(gateway).equals(List.of("good", "own")));
    assertThatThrownBy(() -> gateway.deregisterAsync("own", AGENT).join())
        .hasCauseInstanceOf(RegistrationException.class);
  }
}
