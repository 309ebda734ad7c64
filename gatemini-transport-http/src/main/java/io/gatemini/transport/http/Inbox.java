package io.gatemini.transport.http;

import io.gatemini.mcp.message.JsonRpcMessage;

/** Takes the messages that an exchange brings. */
@FunctionalInterface
interface Inbox {
  /** One message, which is valid until the method returns. */
  void message(JsonRpcMessage message);
}
