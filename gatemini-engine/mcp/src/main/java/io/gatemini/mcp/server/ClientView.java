package io.gatemini.mcp.server;

import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** One client as its requests see it, whichever wire and version of the protocol they came by. */
interface ClientView {
  Session session();

  Era era();

  /** The capabilities sent to the client. */
  ServerFeatures features();

  Listening listening();

  /** Shows it a line for its log, where it wants lines of that level. */
  void log(LogMessage message, Consumer<byte[]> way);

  /**
   * Asks it, where it can be asked that.
   *
   * @param way how messages that belong to its request reach it
   */
  CompletionStage<Optional<RawJson>> ask(Question question, Consumer<byte[]> way);

  /** Its requests that are being worked on. */
  OpenRequests open();

  /** Takes an answer of it; false where nothing was asked. */
  boolean answer(JsonRpcMessage message);

  /** Takes a message that breaks the protocol as an answer; false where it is none. */
  boolean invalid(JsonRpcMessage message);

  /** Why a request other than a ping is not taken now; empty where it is. */
  Optional<String> refusal(String method);
}
