package io.gatemini;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Figures of a gateway since it was built. A <em>call</em> is a call of a backend's tool, whoever
 * made it; an <em>answer</em> is what a client received of a meta-tool or a host of a chain. A
 * program makes many calls and has one answer; a search makes none and has one.
 *
 * <p>Counts and bytes are exact; what ends while they are read may be in some of them and not yet
 * in others. Figures of tools and backends that are gone are forgotten once they are many, but stay
 * in the totals.
 *
 * @param uptime since when
 * @param calls tool calls that were made, whoever asked
 * @param errors those that failed
 * @param answers how many answers were given
 * @param bytesProcessed UTF-8 bytes of answers before reduction
 * @param bytesReturned UTF-8 bytes of answers after reduction
 * @param tools the same for each tool that was called or has answered, most called first
 * @param metaTools the answers that belong to no single tool, by the name of the meta-tool, most
 *     bytes first
 * @param backends latencies for each backend that was called, by name
 * @param recent the last 500 calls at most, newest first
 * @param programs the programs of chains and of composite tools
 * @param cleanedTexts how many names and descriptions of the tools there are hold what nobody can
 *     see, such as escape sequences or characters of no width, and are shown without it
 * @param inFlight the bytes of messages that are on their way now
 */
public record GatewayStats(
    Duration uptime,
    long calls,
    long errors,
    long answers,
    long bytesProcessed,
    long bytesReturned,
    List<ToolStats> tools,
    List<MetaToolStats> metaTools,
    List<BackendLatency> backends,
    List<RecentCall> recent,
    Programs programs,
    long cleanedTexts,
    InFlight inFlight)
    implements Savings {

  public GatewayStats {
    Objects.requireNonNull(uptime, "uptime");
    Objects.requireNonNull(programs, "programs");
    Objects.requireNonNull(inFlight, "inFlight");
    tools = List.copyOf(tools);
    metaTools = List.copyOf(metaTools);
    backends = List.copyOf(backends);
    recent = List.copyOf(recent);
  }

  /**
   * Figures of one tool.
   *
   * @param tool its namespaced key
   * @param calls how often its backend was asked
   * @param successes how many of the calls had an answer that is no error
   * @param errors how many had not
   * @param answers how many answers were its own: those of JSON calls and simple calls. What a
   *     program got of it is no answer
   * @param bytesProcessed UTF-8 bytes of these answers before reduction
   * @param bytesReturned the same after it
   * @param latency of its calls; empty where it was not called for long and other tools' figures
   *     needed the room
   */
  public record ToolStats(
      String tool,
      long calls,
      long successes,
      long errors,
      long answers,
      long bytesProcessed,
      long bytesReturned,
      Optional<Latency> latency)
      implements Savings {

    public ToolStats {
      Objects.requireNonNull(tool, "tool");
      Objects.requireNonNull(latency, "latency");
    }
  }

  /**
   * Answers of a meta-tool. What {@code call_tool_chain} answered for a single tool counts for that
   * tool; here are its programs and plans, and the calls that it could not make.
   */
  public record MetaToolStats(String name, long answers, long bytesProcessed, long bytesReturned)
      implements Savings {}

  /**
   * How long calls took, to three digits and to ten minutes at most.
   *
   * @param calls how many were measured
   */
  public record Latency(
      long calls, Duration p50, Duration p95, Duration p99, Duration mean, Duration max) {}

  /** Latency of one backend's calls, from the call path's end to the answer. */
  public record BackendLatency(
      String backend,
      long calls,
      Duration p50,
      Duration p95,
      Duration p99,
      Duration mean,
      Duration max) {}

  /**
   * A call that has ended.
   *
   * @param tool the tool's namespaced key
   * @param duration from the call path's end to the answer
   * @param success whether the answer is no error
   * @param when it ended
   */
  public record RecentCall(
      String tool, String backend, Duration duration, boolean success, Instant when) {}

  /**
   * Programs; JSON calls and simple calls are none.
   *
   * @param run how many have ended
   * @param failed how many of these returned no value, whatever the reason
   * @param running how many run now
   * @param waiting how many wait for a place
   * @param zombies how many could not be stopped yet, though their callers were answered
   */
  public record Programs(long run, long failed, int running, int waiting, int zombies) {}

  /**
   * The bytes of messages on their way, under the bound {@code max_in_flight_bytes}. Messages of a
   * few kilobytes are not counted.
   *
   * @param bytes how many are on their way now
   * @param maxBytes the bound
   * @param waiting how many messages wait for room
   * @param refused how many messages failed because there was no room
   */
  public record InFlight(long bytes, long maxBytes, int waiting, long refused) {}
}
