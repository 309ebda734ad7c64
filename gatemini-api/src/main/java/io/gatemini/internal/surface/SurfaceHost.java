package io.gatemini.internal.surface;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;

/** The side of a gateway that only its surface sees. Thread-safe; every method returns at once. */
public interface SurfaceHost extends SurfaceContext {
  /** A client has finished its handshake. */
  void connected();

  /**
   * An answer that keeps to the bound of every answer; its original is kept where it is reduced.
   */
  ToolResult fitting(Session session, ToolResult answer);
}
