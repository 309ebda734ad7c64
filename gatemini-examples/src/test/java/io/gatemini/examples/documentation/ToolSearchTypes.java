package io.gatemini.examples.documentation;

import java.util.List;

/**
 * The shape of {@code org.springframework.ai.tool.toolsearch} of Spring AI 2, for the example of a
 * tool index: its artifact, spring-ai-tool-search-tool, cannot be had by this build.
 */
public final class ToolSearchTypes {
  private ToolSearchTypes() {}

  /** What the tool search advisor asks. */
  public interface ToolIndex {
    void indexTool(String sessionId, ToolReference toolReference);

    ToolSearchResponse search(ToolSearchRequest toolSearchRequest);

    void clearIndex(String sessionId);
  }

  /** A found tool. */
  public record ToolReference(String toolName, Double relevanceScore, String summary) {}

  /** A search. */
  public record ToolSearchRequest(
      String sessionId, String query, Integer maxResults, String categoryFilter) {}

  /** What was found. */
  public record ToolSearchResponse(
      List<ToolReference> toolReferences, Integer totalMatches, Object searchMetadata) {}
}
