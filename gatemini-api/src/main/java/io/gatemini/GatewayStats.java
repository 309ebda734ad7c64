package io.gatemini;

import java.time.Duration;
import java.util.List;

/**
 * Figures of a gateway since it was built.
 *
 * @param uptime since when
 * @param calls tool calls that were made, whoever asked
 * @param errors those that failed
 * @param bytesProcessed UTF-8 bytes of answers before reduction
 * @param bytesReturned UTF-8 bytes of answers after reduction
 * @param tools the same for each tool that was called, most called first
 * @param backends latencies for each backend that was called, by name
 * @param programs the programs of chains and of composite tools
 */
public record GatewayStats(
    Duration uptime,
    long calls,
    long errors,
    long bytesProcessed,
    long bytesReturned,
    List<ToolStats> tools,
    List<BackendLatency> backends,
    Programs programs) {

  public GatewayStats {
    tools = List.copyOf(tools);
    backends = List.copyOf(backends);
  }

  /** Calls and errors of one tool, by its namespaced key. */
  public record ToolStats(String tool, long calls, long errors) {}

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

  /** Latency of one backend's calls, from the call path's end to the answer. */
  public record BackendLatency(
      String backend, long calls, Duration p50, Duration p95, Duration p99, Duration max) {}
}
