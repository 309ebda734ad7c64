package io.gatemini.mcp.server;

import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Listening;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.testing.LineChannel;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

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
  public void log(LogMessage message, Consumer<byte[]> way) {
    listening.log(message);
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question, Consumer<byte[]> way) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public boolean answer(JsonRpcMessage message) {
    return pending.answer(message);
  }

  @Override
  public boolean invalid(JsonRpcMessage message) {
    return pending.invalid(message);
  }

  @Override
  public Optional<String> refusal(String method) {
    return Optional.empty();
  }
}
