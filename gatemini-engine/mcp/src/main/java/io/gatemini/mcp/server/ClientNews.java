package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.SurfaceListener;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Notifies a client of changes, while it can receive them. At most {@value #MAX_UNREAD}
 * notifications are queued for a client that does not read. Further ones stay with the sender,
 * which merges duplicates. Thread-safe.
 */
final class ClientNews implements SurfaceListener {
  /** More than come together when nothing is wrong. */
  static final int MAX_UNREAD = 32;

  private final MessageChannel channel;
  private final BooleanSupplier canHear;
  private final Consumer<byte[]> send;
  private int unread;
  private long unreadUpTo;

  /**
   * @param canHear whether the handshake is over and the end has not begun
   */
  ClientNews(MessageChannel channel, BooleanSupplier canHear, Consumer<byte[]> send) {
    this.channel = channel;
    this.canHear = canHear;
    this.send = send;
  }

  @Override
  public boolean isReady() {
    if (!canHear.getAsBoolean()) {
      return true; // It gets no notification, and returns at once.
    }
    long written = channel.writtenBytes();
    synchronized (this) {
      if (written - unreadUpTo >= 0) {
        unread = 0;
      }
      return unread < MAX_UNREAD;
    }
  }

  @Override
  public void toolsChanged() {
    send("notifications/tools/list_changed", RawJson.emptyObject());
  }

  @Override
  public void resourcesChanged() {
    send("notifications/resources/list_changed", RawJson.emptyObject());
  }

  @Override
  public void promptsChanged() {
    send("notifications/prompts/list_changed", RawJson.emptyObject());
  }

  @Override
  public void resourceUpdated(String uri) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    send("notifications/resources/updated", RawJson.of(SurfaceJson.put(params, "uri", uri)));
  }

  @Override
  public void logged(LogMessage message) {
    send("notifications/message", params(message));
  }

  /** A line for a client's log. */
  static byte[] log(LogMessage message) {
    return JsonRpcMessages.notification("notifications/message", params(message));
  }

  private static RawJson params(LogMessage message) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.put("level", LoggingMethod.name(message.level()));
    SurfaceJson.putUnlessEmpty(params, "logger", message.logger());
    params.set("data", message.data());
    return RawJson.of(params);
  }

  private void send(String method, RawJson params) {
    if (!canHear.getAsBoolean()) {
      return;
    }
    byte[] notification;
    try {
      notification = JsonRpcMessages.notification(method, params);
    } catch (RuntimeException e) {
      // Data that cannot be written, such as half a character deep inside it.
      SurfaceServer.LOG.log(Level.WARNING, "a notification was left out: " + method, e);
      return;
    }
    send.accept(notification);
    long sent = channel.sentBytes();
    synchronized (this) {
      unread++;
      unreadUpTo = sent;
    }
  }
}
