package io.gatemini.internal.state;

import io.gatemini.Session;

/**
 * What happens in a gateway and clients may want to hear of. Methods return at once, are called
 * from any thread, under locks of the caller too, and on the hot path; what they are told has no
 * secrets.
 */
public interface GatewayEvents {
  /** A backend has come, or is gone. */
  void backendsChanged();

  /** A backend has entered a state, or the reason why it is in it has changed. */
  void backendEntered(BackendChange change);

  /** A healthy backend has listed its tools again, and they differ. */
  void toolsReloaded(String backend, int tools);

  /** A policy did not let a call through. */
  void callRefused(Session session, String tool, String reason);

  /** A policy did not let an agent register or remove a backend. */
  void registrationRefused(Session session, String backend, String reason);

  /** A call of a backend's tool was counted. */
  void called();

  /** Something that a client received was counted, other than what it read. */
  void answered();
}
