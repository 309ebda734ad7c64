package io.gatemini.mcp.server;

import io.gatemini.Session;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.spi.Listening;
import java.util.Optional;

/** One client as its requests see it, whichever wire and version of the protocol they came by. */
interface ClientView {
  Session session();

  Era era();

  /** The capabilities sent to the client. */
  ServerFeatures features();

  /** The questions that it can be asked. */
  ClientAbilities abilities();

  Listening listening();

  /** Its requests that are being worked on. */
  OpenRequests open();

  /** The requests to it that wait for its answers. */
  PendingRequests pending();

  /** Why a request other than a ping is not taken now; empty where it is. */
  Optional<String> refusal(String method);
}
