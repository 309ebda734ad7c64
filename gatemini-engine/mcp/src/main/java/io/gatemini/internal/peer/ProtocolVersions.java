package io.gatemini.internal.peer;

import java.util.List;

/** The protocol versions of the binding that begin with a handshake. */
public final class ProtocolVersions {
  /** Oldest first. */
  public static final List<String> ALL =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  /** The version that has no handshake: each request says what it is. */
  public static final String STATELESS = "2026-07-28";

  private ProtocolVersions() {}

  public static String newest() {
    return ALL.get(ALL.size() - 1);
  }

  /** The version to speak with a client that asks for one: that one, or else the newest. */
  public static String negotiated(String asked) {
    return ALL.contains(asked) ? asked : newest();
  }
}
