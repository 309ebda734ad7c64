package io.gatemini.search.host;

import io.gatemini.Gateway;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import java.util.Comparator;
import java.util.List;

/**
 * VS Code: MCP tools are deferred; its search embeds the words, and the name and description of
 * each tool, and finds the three to five of the largest cosine (microsoft/vscode-docs,
 * blogs/2026/04/24/solving-mcp-tool-overload.md; microsoft/vscode issue 319330). Here the embedding
 * model is that of this module.
 */
record VectorHost(String name) implements HostModel {
  private static final int FOUND = 5;

  @Override
  public List<ListedTool> search(String words, List<ListedTool> deferred, Gateway gateway) {
    StaticModel model = StaticModel.bundled().orElseThrow();
    QueryVector query = QueryVector.of(model.encode(words));
    return deferred.stream()
        .sorted(
            Comparator.comparing(
                tool ->
                    -query.dot(
                        QuantizedVector.of(model.encode(tool.name() + " " + tool.description())))))
        .limit(FOUND)
        .toList();
  }
}
