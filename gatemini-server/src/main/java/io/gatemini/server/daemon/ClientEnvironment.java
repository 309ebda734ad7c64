package io.gatemini.server.daemon;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.Prerequisite;
import io.gatemini.internal.process.ChildEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The variables of a client, of which its programs inherit what {@code inherit_env} names: the
 * daemon has those of the client that started it. {@code all}, and what every program gets, stay
 * the daemon's. Immutable.
 */
final class ClientEnvironment {
  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

  /** The words of {@code inherit_env} that are no names. */
  private static final List<String> WORDS = List.of("all", "none");

  private final Map<String, String> variables;

  ClientEnvironment(Map<String, String> variables) {
    this.variables = variables;
  }

  /** The settings as this client means them: what its programs inherit by name is in their env. */
  GatewaySettings in(GatewaySettings settings) {
    return settings.withEachBackend(this::in);
  }

  private BackendConfig in(BackendConfig config) {
    BackendConfig own = config.inheritEnv(words(config.inheritEnv()));
    for (var each : inherited(config.inheritEnv(), config.env()).entrySet()) {
      own = own.env(each.getKey(), each.getValue());
    }
    return own.prerequisite().isEmpty() ? own : own.prerequisite(in(own.prerequisite().get()));
  }

  private Prerequisite in(Prerequisite needed) {
    Prerequisite own = needed.inheritEnv(words(needed.inheritEnv()));
    for (var each : inherited(needed.inheritEnv(), needed.env()).entrySet()) {
      own = own.env(each.getKey(), each.getValue());
    }
    return own;
  }

  private static String[] words(List<String> inherit) {
    return inherit.stream().filter(WORDS::contains).toArray(String[]::new);
  }

  private Map<String, String> inherited(List<String> inherit, Map<String, String> env) {
    List<String> named = new ArrayList<>(inherit);
    named.removeAll(WORDS);
    named.add("none");
    return ChildEnvironment.of(variables, named, env, WINDOWS);
  }
}
