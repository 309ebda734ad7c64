package io.gatemini;

import java.util.Optional;

/**
 * One tool that answers a search.
 *
 * @param tool the tool
 * @param score the retriever's score; only comparable within one answer
 * @param summary the first sentence of the description
 * @param call an example call with the required parameters, as a program makes it
 * @param explanation why it was found; only where {@link SearchRequest#explain()} asked, or where
 *     none fits and it is known what would
 * @param fits whether the tool is an answer; false for the nearest tools where none fits
 */
public record SearchHit(
    ToolDescriptor tool,
    double score,
    String summary,
    String call,
    Optional<SearchExplanation> explanation,
    boolean fits) {

  /** The namespaced key of the tool. */
  public String key() {
    return tool.key();
  }

  /** The kind of server that has tools for the task, where none fits and that is known. */
  public Optional<String> wanted() {
    return explanation.map(SearchExplanation::wanted).filter(kind -> !kind.isEmpty());
  }

  /** The backend that owns the tool. */
  public String backend() {
    return tool.backend();
  }
}
