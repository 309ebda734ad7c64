package io.gatemini.internal.surface;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import java.util.List;
import java.util.Map;

/** The side of a gateway that only its surface sees. Thread-safe; every method returns at once. */
public interface SurfaceHost {
  /** A client has finished its handshake. */
  void connected();

  /** An agent looks at a tool, maybe in order to use it. */
  void looking();

  /** Words that find more tools than these hits of a search, by backend. */
  Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits);

  /**
   * An answer that keeps to the bound of every answer; its original is kept where it is reduced.
   */
  ToolResult fitting(Session session, ToolResult answer);

  /** The backends whose tools are missing from every answer, in a line; empty where none is. */
  String missing();
}
