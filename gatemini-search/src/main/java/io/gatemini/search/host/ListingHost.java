package io.gatemini.search.host;

/**
 * A host that sends all tools with each request, as the tools page of the MCP specification
 * (2025-11-25) draws it, and as Copilot CLI does for models without deferral (github/copilot-cli
 * issue 4588).
 */
record ListingHost(String name) implements HostModel {
  @Override
  public boolean loads(ListedTool tool, int tools) {
    return true;
  }
}
