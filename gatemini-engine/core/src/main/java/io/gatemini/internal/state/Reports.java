package io.gatemini.internal.state;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.InFlight;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.GatewayStats.MetaToolStats;
import io.gatemini.GatewayStats.Programs;
import io.gatemini.GatewayStats.RecentCall;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.SessionStats;
import io.gatemini.SessionStats.ToolBytes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The values behind the figures that users read. Callers see an interface: a new figure breaks none
 * of them.
 */
public final class Reports {
  private Reports() {}

  public record LatencyReport(
      long calls, Duration p50, Duration p95, Duration p99, Duration mean, Duration max)
      implements Latency {}

  public record ToolReport(
      String tool,
      long calls,
      long successes,
      long errors,
      long answers,
      long bytesProcessed,
      long bytesReturned)
      implements ToolStats {}

  public record GatewayReport(
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
      implements GatewayStats {}

  public record SessionReport(
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
      implements SessionStats {}

  public record BackendReport(
      String name,
      String transport,
      String namespace,
      Optional<String> description,
      Optional<String> identity,
      Optional<String> signedIn,
      BackendState state,
      Optional<String> reason,
      Instant since,
      int toolCount,
      int restarts,
      OptionalLong pid,
      List<Long> pids,
      boolean dynamic,
      List<String> stderrTail,
      List<String> stderrForClients,
      OptionalLong memoryBytes,
      int instances,
      List<String> changedTools)
      implements BackendStatus {}
}
