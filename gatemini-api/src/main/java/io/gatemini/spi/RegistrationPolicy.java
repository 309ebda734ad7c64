package io.gatemini.spi;

import io.gatemini.BackendConfig;
import io.gatemini.Session;
import java.net.InetAddress;
import java.util.Optional;

/** Decides whether an agent may register a backend at run time. Thread-safe; may block. */
@FunctionalInterface
public interface RegistrationPolicy {
  /** Why the registration is refused, in a sentence for the agent; empty when it may go on. */
  Optional<String> refusal(String name, BackendConfig config, Session session);

  /**
   * Whether a backend that an agent registered may connect to an address, asked for every
   * connection it opens.
   *
   * @param host the name or the address as it stands in the URL
   */
  default boolean mayConnectTo(String host, InetAddress address) {
    return true;
  }

  /** Lets every registration through. */
  static RegistrationPolicy open() {
    return (name, config, session) -> Optional.empty();
  }

  /** Refuses every registration. */
  static RegistrationPolicy off() {
    return (name, config, session) ->
        Optional.of(
            "registration at run time is switched off; set registration.policy to allow it");
  }
}
