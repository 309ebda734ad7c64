package io.gatemini.transport.stdio;

import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.time.Duration;

/** The keys of backends and of the transport over pipes. */
final class StdioOptions {
  private static final OptionType<Integer> MESSAGE_BYTES = OptionType.integer(1024, 1 << 30);

  /** The keys of a backend. */
  static final OptionTable BACKEND = new OptionTable("");

  static final OptionKey<Duration> SHUTDOWN_GRACE_PERIOD =
      BACKEND.add(
          "shutdown_grace_period",
          OptionType.duration(Duration.ofSeconds(55), "a gateway that closes waits no longer"),
          ChildProcess.DEFAULT_GRACE_PERIOD,
          "The time for a program to end after TERM; at most 55s.");
  static final OptionKey<Integer> MAX_MESSAGE_BYTES =
      BACKEND.add(
          "max_message_bytes",
          MESSAGE_BYTES,
          StreamChannel.DEFAULT_MAX_MESSAGE_BYTES,
          "The longest accepted message; longer ones are skipped.");

  /** The keys of the transport. */
  static final OptionTable TRANSPORT = new OptionTable("");

  static final OptionKey<Integer> MAX_REQUEST_BYTES =
      TRANSPORT.add(
          "max_message_bytes",
          MESSAGE_BYTES,
          StreamChannel.DEFAULT_MAX_MESSAGE_BYTES,
          "The longest accepted message; longer ones are skipped.");
  static final OptionKey<Duration> DRAIN_TIMEOUT =
      TRANSPORT.add(
          "drain_timeout",
          OptionType.duration(Duration.ofDays(1), "no client waits longer"),
          SurfaceServer.DEFAULT_DRAIN_TIMEOUT,
          "The time for open answers after the client has closed its end.");

  private StdioOptions() {}
}
