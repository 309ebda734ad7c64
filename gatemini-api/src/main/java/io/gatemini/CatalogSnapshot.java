package io.gatemini;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools of a gateway at one moment: immutable, numbered, safe to share.
 *
 * <p>There is one entry a tool. Bare names and user aliases only resolve; they are no entries.
 */
public interface CatalogSnapshot {
  /** Increases with every change. */
  long generation();

  /** All tools, by key in code-unit order. */
  List<ToolDescriptor> tools();

  /** The tools of one backend, by key in code-unit order; empty for an unknown backend. */
  List<ToolDescriptor> tools(String backend);

  /** Names of the backends that have tools, in order. */
  List<String> backends();

  /**
   * Finds a tool: by key, by bare name while only one backend has it, by user alias, as programs
   * write it ({@code my_backend.web_search} for {@code my-backend.web-search}), as clients pass the
   * tools of a server on ({@code mcp__my-backend__web-search}), in this order.
   */
  Optional<ToolDescriptor> resolve(String name);

  /** All tools whose original name is {@code name}. */
  List<ToolDescriptor> withOriginalName(String name);

  /** User aliases and the keys they stand for. */
  Map<String, String> aliases();
}
