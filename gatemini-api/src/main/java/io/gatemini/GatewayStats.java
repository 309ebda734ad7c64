package io.gatemini;

import io.gatemini.stability.Incubating;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Figures of a gateway since it was built. A <em>call</em> is a call of a backend's tool from any
 * source; an <em>answer</em> is a result of a meta-tool for a client, or of a chain for a host. A
 * program makes many calls and has one answer; a search makes none and has one.
 *
 * <p>Counts and bytes are exact; what ends while they are read may be in some of them and not yet
 * in others. Figures of tools and backends that are gone are forgotten once they are many, but stay
 * in the totals.
 */
@Incubating
public interface GatewayStats extends Savings {
  /** How long it runs. */
  Duration uptime();

  /** Tool calls from all sources. */
  long calls();

  /** Those that failed. */
  long errors();

  /** How many answers were given. */
  long answers();

  /** The same for each tool that was called or has answered, most called first. */
  List<ToolStats> tools();

  /** The answers that belong to no single tool, by the name of the meta-tool, most bytes first. */
  List<MetaToolStats> metaTools();

  /** Latencies for each backend that was called, by name. */
  List<BackendLatency> backends();

  /** The last 500 calls at most, newest first. */
  List<RecentCall> recent();

  /** The programs of chains and of composite tools. */
  Programs programs();

  /**
   * The number of tool names and descriptions with invisible characters, such as escape sequences
   * or zero-width characters, which are shown without them.
   */
  long cleanedTexts();

  /** The bytes of messages that are on their way now. */
  InFlight inFlight();

  /** Figures of one tool. */
  interface ToolStats extends Savings {
    /** Its namespaced key. */
    String tool();

    /** How often its backend was asked. */
    long calls();

    /** How many of the calls had an answer that is no error. */
    long successes();

    /** How many of them had not. */
    long errors();

    /**
     * How many answers were its own: those of JSON calls and simple calls. Results passed to a
     * program are not answers.
     */
    long answers();
  }

  /**
   * Answers of a meta-tool. An answer of {@code call_tool_chain} for a single tool counts for that
   * tool; this entry counts its programs, plans and failed calls.
   */
  record MetaToolStats(String name, long answers, long bytesProcessed, long bytesReturned)
      implements Savings {}

  /** How long calls took, to three digits and to ten minutes at most. */
  interface Latency {
    /** How many were measured. */
    long calls();

    /** The median. */
    Duration p50();

    /** The time that 95 of 100 calls took at most. */
    Duration p95();

    /** The time that 99 of 100 calls took at most. */
    Duration p99();

    /** The arithmetic mean. */
    Duration mean();

    /** The longest. */
    Duration max();
  }

  /** Latency of one backend's calls, from the call path's end to the answer. */
  record BackendLatency(String backend, Latency latency) {}

  /**
   * A call that has ended.
   *
   * @param tool the tool's namespaced key
   * @param duration from the call path's end to the answer
   * @param success whether the answer is no error
   * @param when it ended
   * @param principal the authenticated client that made it; empty where none was
   */
  record RecentCall(
      String tool,
      String backend,
      Duration duration,
      boolean success,
      Instant when,
      Optional<String> principal) {}

  /**
   * Programs; JSON calls and simple calls are none.
   *
   * @param run how many have ended
   * @param failed how many of these returned no value, whatever the reason
   * @param running how many run now
   * @param waiting how many wait for a place
   * @param zombies how many could not be stopped yet, though their callers were answered
   */
  record Programs(long run, long failed, int running, int waiting, int zombies) {}

  /**
   * The bytes of messages on their way, under the bound {@code max_in_flight_bytes}. Messages of a
   * few kilobytes are not counted.
   *
   * @param bytes how many are on their way now
   * @param maxBytes the bound
   * @param waiting how many messages wait for room
   * @param refused how many messages failed because there was no room
   */
  record InFlight(long bytes, long maxBytes, int waiting, long refused) {}
}
