package io.gatemini;

import io.gatemini.stability.Incubating;
import java.time.Instant;
import java.util.List;

/**
 * The figures of one client: the bytes it has received of a gateway, and those it was spared.
 *
 * <p>A gateway remembers the 1,000 sessions that were active last, each until its client
 * disconnects; of any other session it says that it has received nothing.
 */
@Incubating
public interface SessionStats extends Savings {
  /** The id of the session. */
  String sessionId();

  /** When the gateway first heard of the session. */
  Instant since();

  /** How many calls of meta-tools it got an answer to. */
  long calls();

  /**
   * Its answers by tool, most returned bytes first: direct calls under the tool's namespaced key,
   * everything else under the name of the meta-tool. After 200 names, further tools share the name
   * {@value #OTHERS}.
   */
  List<ToolBytes> tools();

  /**
   * The cost that listing the tools of all backends would have had: name, description and input
   * schema of every tool at this moment, as JSON.
   */
  long allToolsBytes();

  /** An estimate of that in tokens. */
  long allToolsTokens();

  /**
   * The cost of listing the meta-tools, measured in the same way, once however often it was asked
   * for; 0 where it was not.
   */
  long toolsListBytes();

  /**
   * An estimate of {@link #receivedBytes} in tokens, with as many bytes a token as the estimator
   * counts for {@code allToolsBytes}.
   */
  long receivedTokens();

  /** The name under which tools without figures of their own are counted. */
  String OTHERS = "(others)";

  /** All that this session has received: the meta-tools once, and every answer. */
  default long receivedBytes() {
    return toolsListBytes() + bytesReturned();
  }

  /** Answers of one tool, or of one meta-tool, to this session. */
  record ToolBytes(String name, long calls, long bytesProcessed, long bytesReturned)
      implements Savings {}
}
