package io.gatemini.internal.state;

import io.gatemini.GatewayListener;
import io.gatemini.Session;
import io.gatemini.spi.LogLevel;
import java.util.Optional;

/**
 * The events of a gateway: those for its host, and those that only clients may want to hear of.
 * These methods return at once, and may be called from any thread, under the caller's locks and on
 * the hot path; their arguments contain no secrets. A backend's change may be of its reason alone.
 */
public interface GatewayEvents extends GatewayListener {
  /** A healthy backend has listed its tools again, and they differ. */
  void toolsReloaded(String backend, int tools);

  /** The most talkative level that any client has asked for; empty where none has. */
  default Optional<LogLevel> logLevel() {
    return Optional.empty();
  }

  /** The list of a backend's resources or prompts has changed. */
  default void featuresChanged(String backend) {}

  /** A resource of a backend says something else now. */
  default void resourceUpdated(String backend, String uri) {}

  /** A policy did not let a call through. */
  void callRefused(Session session, String tool, String reason);

  /** A policy did not let an agent register or remove a backend. */
  void registrationRefused(Session session, String backend, String reason);

  /** A call of a backend's tool was counted. */
  void called();

  /** Something that a client received was counted, other than what it read. */
  void answered();
}
