package io.gatemini.internal.surface;

import io.gatemini.Surface.Icon;
import io.gatemini.Surface.ServerInfo;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The identity that the server gives of itself: that of the gateway. */
final class ServerIdentity {
  /** A gate with two doors, one of them open, in the colour of the name's second half. */
  private static final String ICON =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">\
      <rect width="48" height="48" rx="11" fill="#16324f"/>\
      <path d="M10 39V22a14 14 0 0 1 28 0v17" fill="none" stroke="#fff" stroke-width="4" \
      stroke-linecap="round"/>\
      <path d="M17 39V23a7 7 0 0 1 5-6.7V39z" fill="#fff"/>\
      <path d="M26 39V16.3l7-2.3v23z" fill="#2bb3a3"/></svg>\
      """;

  static final ServerInfo GATEMINI =
      new ServerInfo("gatemini", "Gatemini", version(), Optional.empty(), List.of(icon()));

  private ServerIdentity() {}

  private static Icon icon() {
    String picture = Base64.getEncoder().encodeToString(ICON.getBytes(StandardCharsets.UTF_8));
    return new Icon("data:image/svg+xml;base64," + picture, "image/svg+xml", List.of("any"));
  }

  /** The version the jar was built as; class directories have none. */
  private static String version() {
    return Optional.ofNullable(ServerIdentity.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
