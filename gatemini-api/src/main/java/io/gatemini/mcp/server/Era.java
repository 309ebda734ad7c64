package io.gatemini.mcp.server;

import io.gatemini.internal.peer.ErrorAnswer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the versions of the protocol, as far as requests and their answers have
 * any. Immutable.
 *
 * @param content the parts of a tool's answer that a client can read
 * @param batches whether a client may send several messages in one array
 */
record Era(ContentForVersion content, boolean batches) {
  /** The era of a version; of one that is not known yet, the newest. */
  static Era of(String version) {
    return switch (version) {
      case "2024-11-05" -> new Era(new ContentForVersion(Set.of("resource_link", "audio")), false);
      case "2025-03-26" -> new Era(new ContentForVersion(Set.of("resource_link")), true);
      default -> new Era(ContentForVersion.ALL, false);
    };
  }

  /**
   * The answer for a request that failed.
   *
   * @param uri the address that was asked for, where there was one
   */
  byte[] error(byte[] id, @Nullable Throwable failure, @Nullable String uri) {
    return ErrorAnswer.of(id, failure, uri);
  }
}
