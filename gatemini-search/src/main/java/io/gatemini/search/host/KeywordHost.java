package io.gatemini.search.host;

/**
 * Claude Code: all MCP tools are deferred but those whose {@code _meta} has {@code
 * anthropic/alwaysLoad}; names and instructions are in the first request; descriptions and
 * instructions end after 2 KB (code.claude.com/docs/en/mcp, "Scale with MCP tool search";
 * colbymchenry/codegraph issues 1696 and 1697).
 */
record KeywordHost(String name) implements HostModel {
  @Override
  public boolean loads(ListedTool tool, int tools) {
    return tool.meta().path("anthropic/alwaysLoad").asBoolean();
  }

  @Override
  public int textLimit() {
    return 2_048;
  }
}
