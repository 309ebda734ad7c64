package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.HealthConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of the specification: 1, 2, 4, 8, 16, 30, 30 seconds; five restarts a minute. */
class RestartPolicyTest {
  private long now;

  @Test
  void waitsLongerBetweenRestartsUpToHalfAMinute() {
    RestartPolicy policy = policy(HealthConfig.defaults().maxRestarts(100));

    assertThat(delaysOfACrashLoop(policy, 7)).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
  }

  /**
   * The specification's pending backend: attempts that fail are no lives, however late they are.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitsLongerAlsoWhereNoAttemptSucceeds(boolean wasHealthyOnce) {
    RestartPolicy policy = policy(HealthConfig.defaults().maxRestarts(100));
    if (wasHealthyOnce) {
      policy.becameHealthy();
    }
    List<Long> delays = new ArrayList<>();

    for (int i = 0; i < 9; i++) {
      Duration delay = policy.ended().delay();
      delays.add(delay.toSeconds());
      pass(delay);
      policy.restarted();
    }

    assertThat(delays).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L, 30L);
  }

  @Test
  void waitsUpToTheLongestWaitThatIsConfigured() {
    RestartPolicy policy =
        policy(
            HealthConfig.defaults()
                .maxRestarts(100)
                .restartInitialBackoff(Duration.ofSeconds(2))
                .restartMaxBackoff(Duration.ofSeconds(60)));

    assertThat(delaysOfACrashLoop(policy, 7)).containsExactly(2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void callsItACrashLoopAfterTheRestartsOfTheWindow() {
    RestartPolicy policy = policy(HealthConfig.defaults());

    for (int i = 0; i < 5; i++) {
      assertThat(policy.ended().crashLoop()).isFalse();
      restart(policy);
    }

    assertThat(policy.ended()).isEqualTo(new RestartPolicy.Next(Duration.ofSeconds(30), true));
  }

  @Test
  void staysACrashLoopUntilALifeLasts() {
    RestartPolicy policy = policy(HealthConfig.defaults());
    for (int i = 0; i < 6; i++) {
      policy.ended();
      restart(policy);
    }

    pass(Duration.ofMinutes(10));
    policy.becameHealthy();
    pass(Duration.ofSeconds(59));
    assertThat(policy.ended().crashLoop()).isTrue();

    policy.becameHealthy();
    pass(Duration.ofSeconds(60));
    assertThat(policy.ended()).isEqualTo(new RestartPolicy.Next(Duration.ofSeconds(1), false));
  }

  @Test
  void startsAgainAtTheFirstStepAfterTenHealthySeconds() {
    RestartPolicy policy = policy(HealthConfig.defaults().maxRestarts(100));
    delaysOfACrashLoop(policy, 4);

    pass(Duration.ofSeconds(9));
    assertThat(policy.ended().delay()).hasSeconds(16);
    restart(policy);
    pass(Duration.ofSeconds(10));
    assertThat(policy.ended().delay()).hasSeconds(1);
    restart(policy);
    pass(Duration.ofSeconds(9));
    assertThat(policy.ended().delay()).hasSeconds(2);
  }

  @Test
  void forgetsWhatIsOutsideOfTheWindow() {
    RestartPolicy policy = policy(HealthConfig.defaults().maxRestarts(2));

    policy.ended();
    restart(policy);
    pass(Duration.ofSeconds(61));
    policy.ended();
    restart(policy);

    assertThat(policy.ended().crashLoop()).isFalse();
  }

  @Test
  void neverHurriesWhereNoRestartIsAllowed() {
    RestartPolicy policy = policy(HealthConfig.defaults().maxRestarts(0));

    assertThat(policy.ended()).isEqualTo(new RestartPolicy.Next(Duration.ofSeconds(30), true));
  }

  private RestartPolicy policy(HealthConfig health) {
    return new RestartPolicy(() -> health, () -> now);
  }

  private List<Long> delaysOfACrashLoop(RestartPolicy policy, int ends) {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < ends; i++) {
      Duration delay = policy.ended().delay();
      delays.add(delay.toSeconds());
      pass(delay);
      restart(policy);
    }
    return delays;
  }

  private void restart(RestartPolicy policy) {
    policy.restarted();
    policy.becameHealthy();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
