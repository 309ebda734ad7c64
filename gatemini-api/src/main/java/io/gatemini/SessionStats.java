package io.gatemini;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The figures of one client: the bytes it has received of a gateway, and those it was spared.
 *
 * <p>A gateway remembers the 1,000 sessions that were active last, each until its client
 * disconnects; of any other session it says that it has received nothing.
 *
 * @param sessionId whose figures
 * @param since when the gateway first heard of the session
 * @param calls how many calls of meta-tools it got an answer to
 * @param bytesProcessed UTF-8 bytes of its answers before reduction
 * @param bytesReturned the same after it
 * @param tools the same by tool, most returned bytes first: direct calls under the tool's
 *     namespaced key, everything else under the name of the meta-tool. After 200 names, further
 *     tools share the name {@value #OTHERS}
 * @param allToolsBytes what listing the tools of all backends would have cost: name, description
 *     and input schema of every tool at this moment, as JSON
 * @param allToolsTokens an estimate of that in tokens
 * @param toolsListBytes what listing the meta-tools has cost, measured in the same way, once
 *     however often it was asked for; 0 where it was not
 * @param receivedTokens an estimate of {@link #receivedBytes} in tokens, with as many bytes a token
 *     as the estimator counts for {@code allToolsBytes}
 */
public record SessionStats(
    String sessionId,
    Instant since,
    long calls,
    long bytesProcessed,
    long bytesReturned,
    List<ToolBytes> tools,
    long allToolsBytes,
    long allToolsTokens,
    long toolsListBytes,
    long receivedTokens)
    implements Savings {

  /** The name under which tools without figures of their own are counted. */
  public static final String OTHERS = "(others)";

  public SessionStats {
    Objects.requireNonNull(sessionId, "sessionId");
    Objects.requireNonNull(since, "since");
    tools = List.copyOf(tools);
  }

  /** All that this session has received: the meta-tools once, and every answer. */
  public long receivedBytes() {
    return toolsListBytes + bytesReturned;
  }

  /** Answers of one tool, or of one meta-tool, to this session. */
  public record ToolBytes(String name, long calls, long bytesProcessed, long bytesReturned)
      implements Savings {}
}
