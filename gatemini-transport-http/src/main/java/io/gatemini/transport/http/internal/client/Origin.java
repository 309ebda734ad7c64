package io.gatemini.transport.http.internal.client;

import java.net.URI;
import java.util.Locale;

/** The scheme, host and port of an address: those of one origin may see each other's secrets. */
public record Origin(String scheme, String host, int port) {
  public static Origin of(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    return new Origin(scheme, uri.getHost().toLowerCase(Locale.ROOT), port);
  }

  /** Host and port, as errors name the server. */
  public static String authority(URI uri) {
    return uri.getHost() + ":" + of(uri).port;
  }
}
