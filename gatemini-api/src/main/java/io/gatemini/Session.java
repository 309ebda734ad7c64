package io.gatemini;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of one client of the gateway; every call carries one. Two calls belong to the same
 * client when their sessions have the same id.
 *
 * @param id unique among the clients of a gateway
 * @param clientName what the client called itself, when it came over a transport
 * @param clientVersion the version it stated
 */
public record Session(String id, Optional<String> clientName, Optional<String> clientVersion) {
  private static final Session LOCAL = of("local");

  public Session {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(clientName, "clientName");
    Objects.requireNonNull(clientVersion, "clientVersion");
  }

  /** The host application itself: the session of calls that name none. */
  public static Session local() {
    return LOCAL;
  }

  /** A session with the given id and no client information. */
  public static Session of(String id) {
    return new Session(id, Optional.empty(), Optional.empty());
  }

  /** A session with a fresh random id. */
  public static Session random() {
    return of(UUID.randomUUID().toString());
  }

  /** This session, with what the client said of itself. */
  public Session withClient(String name, String version) {
    return new Session(id, Optional.of(name), Optional.of(version));
  }
}
