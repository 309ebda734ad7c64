package io.gatemini.mcp.server;

import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.spi.Listening;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.LineChannel;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** A client without a connection, which has seen what the surface has. */
record TestClientView(
    Session session,
    Era era,
    ServerFeatures features,
    Listening listening,
    OpenRequests open,
    PendingRequests pending)
    implements ClientView {

  static TestClientView of(Surface surface, String version) {
    Session session = Session.of("client");
    return new TestClientView(
        session,
        Era.of(version),
        ServerFeatures.of(surface, session),
        surface.listen(session, new SurfaceListener() {}),
        new OpenRequests(MessageMemory.unbounded(), () -> {}),
        new PendingRequests(
            LineChannel.over(
                "none", InputStream.nullInputStream(), OutputStream.nullOutputStream(), 1),
            "the client"));
  }

  @Override
  public ClientAbilities abilities() {
    return ClientAbilities.NONE;
  }

  @Override
  public Optional<String> refusal(String method) {
    return Optional.empty();
  }
}
