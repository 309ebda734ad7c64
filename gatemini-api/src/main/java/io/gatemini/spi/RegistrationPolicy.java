package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.stability.Stable;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Decides whether an agent may register a backend at run time. Thread-safe; may block. */
@Stable
@FunctionalInterface
public interface RegistrationPolicy {
  /** Why the registration is refused, in a sentence for the agent; empty when it may go on. */
  Optional<String> refusal(String name, BackendConfig config, Session session);

  /**
   * Whether a backend that an agent registered may connect to an address, asked for every
   * connection it opens, and with an unresolved address before it follows a redirect to another
   * origin over plain http: whether the host may be reached whatever it resolves to. An exception
   * is a refusal.
   *
   * @param host the name or the address as it stands in the URL
   * @param address what that resolved to, or unresolved, and the port
   */
  default boolean mayConnectTo(String host, InetSocketAddress address) {
    return true;
  }

  /**
   * Whether a backend that an agent registers may be given a secret. Where it may not, the
   * registration is refused.
   *
   * @param secret {@code provider:reference}, as {@code secretref:} names it in a header or a
   *     variable
   * @param config what it would be given to
   */
  default boolean mayUseSecret(String secret, BackendConfig config) {
    return false;
  }

  /**
   * Why an agent may not remove a backend that an agent registered, in a sentence for the agent;
   * empty when it may.
   */
  default Optional<String> removalRefusal(String name, Session session) {
    return Optional.empty();
  }

  /**
   * Whether an agent may register anything at all. Where it may not, it is not shown the tools for
   * that either. Asked once, when the gateway is built.
   */
  default boolean allowsAny() {
    return true;
  }

  /**
   * The policy where nothing else is said and no plug-in brings one: public servers over https, and
   * what the builder allows beside them. Only for {@link
   * io.gatemini.GatewayBuilder#registrationPolicy}, where it wins over those of plug-ins; asked by
   * itself it refuses everything.
   */
  static RegistrationPolicy guarded() {
    return GuardedPolicy.INSTANCE;
  }

  /** Lets every registration through, with every secret. */
  static RegistrationPolicy open() {
    return new RegistrationPolicy() {
      @Override
      public Optional<String> refusal(String name, BackendConfig config, Session session) {
        return Optional.empty();
      }

      @Override
      public boolean mayUseSecret(String secret, BackendConfig config) {
        return true;
      }
    };
  }

  /** Refuses every registration and every removal. */
  static RegistrationPolicy off() {
    Optional<String> refusal =
        Optional.of(
            "registration at run time is switched off; the operator can allow it with"
                + " registration.policy: guarded");
    return new RegistrationPolicy() {
      @Override
      public boolean allowsAny() {
        return false;
      }

      @Override
      public Optional<String> refusal(String name, BackendConfig config, Session session) {
        return refusal;
      }

      @Override
      public Optional<String> removalRefusal(String name, Session session) {
        return refusal;
      }
    };
  }
}
