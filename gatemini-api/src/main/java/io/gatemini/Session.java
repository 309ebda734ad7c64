package io.gatemini;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The identity of one client of the gateway, and what is known of that client; every call carries
 * one. Two sessions are equal, and their calls those of one client, when they have the same id.
 * Immutable.
 */
public final class Session {
  /** The name that a client gave itself when it came over a transport. */
  public static final String CLIENT_NAME = "client.name";

  /** The version that a client stated. */
  public static final String CLIENT_VERSION = "client.version";

  /**
   * Present where further gateways serve the client: what it has in a store that they share stays
   * there when it leaves this one.
   */
  public static final String SHARED = "client.shared";

  /** The name under which a transport, or the host around it, has authenticated the client. */
  public static final String PRINCIPAL = "client.principal";

  /**
   * Present where requests of several agents may come in one session: what makes a request one of
   * its own. A question that says not to which request it belongs is for none of several.
   */
  public static final String REQUEST = "client.request";

  private static final Session LOCAL = of("local");

  private final String id;
  private final Map<String, String> attributes;

  private Session(String id, Map<String, String> attributes) {
    this.id = Objects.requireNonNull(id, "id");
    this.attributes = Map.copyOf(attributes);
  }

  /** The host application itself: the session of calls that name none. */
  public static Session local() {
    return LOCAL;
  }

  /** A session with the given id, of whose client nothing is known. */
  public static Session of(String id) {
    return new Session(id, Map.of());
  }

  /** A session with a fresh random id. */
  public static Session random() {
    return of(UUID.randomUUID().toString());
  }

  /** The identity, unique among the clients of a gateway. */
  public String id() {
    return id;
  }

  /** A fact about the client, where it is known. */
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  /** The name that the client gave itself. */
  public Optional<String> clientName() {
    return attribute(CLIENT_NAME);
  }

  /** The version that the client stated. */
  public Optional<String> clientVersion() {
    return attribute(CLIENT_VERSION);
  }

  /** The name under which the client was authenticated; empty where nothing asked who it is. */
  public Optional<String> principal() {
    return attribute(PRINCIPAL);
  }

  /**
   * The party that the session acts for: equal for all sessions of one principal, else the
   * session's own. Turns and bounds are per client.
   */
  public String client() {
    return principal().map(name -> "principal:" + name).orElse(id);
  }

  /** This session with one more fact about its client. */
  public Session withAttribute(String name, String value) {
    Map<String, String> more = new TreeMap<>(attributes);
    more.put(name, value);
    return new Session(id, more);
  }

  /** This session, of a client that was authenticated under this name. */
  public Session withPrincipal(String name) {
    return withAttribute(PRINCIPAL, name);
  }

  /** This session with the name and version that the client gave itself. */
  public Session withClient(String name, String version) {
    return withAttribute(CLIENT_NAME, name).withAttribute(CLIENT_VERSION, version);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Session session && session.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return clientName().map(name -> id + " (" + name + ")").orElse(id);
  }
}
