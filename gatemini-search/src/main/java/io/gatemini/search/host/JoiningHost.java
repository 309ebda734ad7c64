package io.gatemini.search.host;

import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import java.util.List;

/**
 * An agent of a Java framework whose tool search is the gateway's: the model calls {@code
 * find_tools}, and the five tools that it finds join the tools of the next request, which providers
 * cache in front of the conversation (LangChain4j's {@code ToolSearchStrategy}, Spring AI's tool
 * search advisor).
 */
record JoiningHost(String name) implements HostModel {
  private static final int FOUND = 5;

  @Override
  public List<ListedTool> tools(Gateway gateway) {
    return List.of();
  }

  @Override
  public boolean joins() {
    return true;
  }

  @Override
  public List<ListedTool> search(String words, List<ListedTool> deferred, Gateway gateway) {
    return gateway.search(SearchRequest.of(words).withLimit(FOUND)).stream()
        .filter(SearchHit::fits)
        .map(hit -> ListedTool.of(hit.tool()))
        .toList();
  }
}
