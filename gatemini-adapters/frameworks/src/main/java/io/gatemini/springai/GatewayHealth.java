package io.gatemini.springai;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The health of a gateway, for either type that Spring Boot has for it. One backend that is down
 * does not take an application down: the gateway is {@code DOWN} where none of its backends takes
 * calls, {@code UNKNOWN} while they start or wait for a person to sign in.
 *
 * @param status the code of Spring Boot's status
 * @param details the state of each backend, and why it is not healthy
 */
record GatewayHealth(String status, Map<String, Object> details) {
  static GatewayHealth of(Gateway gateway) {
    List<BackendStatus> backends = gateway.backends();
    Map<String, Object> details = new TreeMap<>();
    backends.forEach(backend -> details.put(backend.name(), detail(backend)));
    return new GatewayHealth(status(backends), details);
  }

  private static String status(List<BackendStatus> backends) {
    if (backends.isEmpty() || backends.stream().anyMatch(BackendStatus::available)) {
      return "UP";
    }
    return backends.stream()
            .map(BackendStatus::state)
            .anyMatch(it -> it == BackendState.STARTING || it == BackendState.NEEDS_SIGN_IN)
        ? "UNKNOWN"
        : "DOWN";
  }

  private static String detail(BackendStatus backend) {
    String state = backend.state().label();
    return backend.reason().map(reason -> state + ": " + reason).orElse(state);
  }
}
