package io.gatemini.internal.prerequisite;

import io.gatemini.config.Prerequisite;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Asks once whether a program is ready: whether its port takes connections, and its address is
 * answered. Blocks for two seconds at most a question.
 *
 * @param port of the local host, over IPv4 or IPv6
 * @param url a GET of it must have a status below 500
 */
record ReadinessProbe(OptionalInt port, Optional<URI> url) {
  private static final int MILLIS = 2_000;
  private static final int SERVER_ERROR = 500;

  static ReadinessProbe of(Prerequisite needed) {
    return new ReadinessProbe(needed.readyPort(), needed.readyUrl());
  }

  /** Whether there is anything to ask. */
  boolean isPossible() {
    return port.isPresent() || url.isPresent();
  }

  boolean isReady() {
    return (port.isEmpty() || takesConnections(port.getAsInt()))
        && (url.isEmpty() || answers(url.get()));
  }

  /** The condition that is waited for, in words. */
  String words() {
    return port.isPresent() ? "port " + port.getAsInt() : "ready_url";
  }

  private static boolean takesConnections(int port) {
    for (String address : List.of("127.0.0.1", "::1")) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getByName(address), port), MILLIS);
        return true;
      } catch (IOException e) {
        // Not ready on this one.
      }
    }
    return false;
  }

  private static boolean answers(URI url) {
    try {
      HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
      try {
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        int status = connection.getResponseCode();
        return status > 0 && status < SERVER_ERROR;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }
}
