/**
 * JSON-RPC messages and the channel that carries them: all that a transport of the Model Context
 * Protocol implements is {@link io.gatemini.mcp.message.MessageChannel}, and all that it needs to
 * know of a message is in {@link io.gatemini.mcp.message.JsonRpcMessage}.
 *
 * <pre>{@code
 * class Loopback implements MessageChannel { // answers every message with itself
 *   private volatile Receiver receiver;
 *   public CompletionStage<Void> open(Receiver receiver) {
 *     this.receiver = receiver;
 *     return CompletableFuture.completedFuture(null);
 *   }
 *   public CompletionStage<Void> send(byte[] message) {
 *     receiver.message(message, 0, message.length);
 *     return CompletableFuture.completedFuture(null);
 *   }
 *   public CompletionStage<Void> close() {
 *     receiver.closed("the loop was closed");
 *     return CompletableFuture.completedFuture(null);
 *   }
 * }
 * }</pre>
 *
 * <p>The meaning of the messages to a server and to a client of the protocol is in {@code
 * io.gatemini.mcp.server} and {@code io.gatemini.mcp.client}. Nothing here knows of a handshake or
 * a session.
 */
@NullMarked
@Incubating
package io.gatemini.mcp.message;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
