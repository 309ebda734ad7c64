package io.gatemini.server.daemon;

import io.gatemini.internal.peer.Reply;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.MessageChannel;

/** Answers a client without a gateway: every request fails with the reason. */
record RefusedClient(MessageChannel channel, String reason, Runnable onEnd)
    implements MessageChannel.Receiver {
  @Override
  public void message(byte[] buffer, int offset, int length) {
    JsonRpcMessage message = JsonRpcMessage.parse(buffer, offset, length);
    if (message.kind() == Kind.REQUEST) {
      Reply.to(channel::send).refuse(message, JsonRpcMessage.INTERNAL_ERROR, reason);
    }
  }

  @Override
  public void closed(String why) {
    var unused = channel.close();
    onEnd.run();
  }
}
