package io.gatemini.search.host;

/**
 * Copilot CLI: all is loaded below about 30 tools; from there on MCP tools are deferred but those
 * of servers with {@code "deferTools": "never"} in its configuration
 * (docs.github.com/copilot/concepts/agents/copilot-cli/tool-search; colbymchenry/codegraph issue
 * 1697). How it ranks is not published; here by {@link KeywordSearch}.
 *
 * @param others the tools of other servers
 */
record ThresholdHost(String name, int others) implements HostModel {
  static final int DEFERS_FROM = 30;

  @Override
  public boolean loads(ListedTool tool, int tools) {
    return tools + others < DEFERS_FROM;
  }
}
