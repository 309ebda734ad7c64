package io.gatemini.internal.backend;

import io.gatemini.config.BackendConfig;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How long a start may take: {@code start_timeout}, twice as long after each start that took too
 * long, eight times as long at most. A download that begins anew each time gets there by that. Not
 * thread-safe; its backend guards it.
 */
final class StartPatience {
  private static final int MOST_DOUBLINGS = 3;

  private static final Duration LONGEST_DOUBLED = Duration.ofHours(1);

  /** For a command that downloads the server first: two minutes by default. */
  private static final int DOUBLINGS_OF_LAUNCHERS = 2;

  /** The launcher may stand behind a shell, as in {@code cmd /c npx}. */
  private static final int MOST_WORDS = 6;

  private static final Pattern LAUNCHER =
      Pattern.compile(
          "(?i)(?:.*[ /\\\\])?(?:(?:npx|uvx|bunx|pnpx)(?:\\.(?:cmd|exe))?"
              + "|(?:docker|podman|pipx|uv)(?:\\.exe)? (?:.* )?run"
              + "|(?:npm exec|pnpm dlx|yarn dlx|bun x))(?: .*)?");

  private final BackendConfig config;
  private final int fewest;
  private int doublings;

  StartPatience(BackendConfig config) {
    this.config = config;
    List<String> command = config.command();
    String begin = String.join(" ", command.subList(0, Math.min(MOST_WORDS, command.size())));
    this.fewest = LAUNCHER.matcher(begin).matches() ? DOUBLINGS_OF_LAUNCHERS : 0;
    this.doublings = fewest;
  }

  /**
   * The limit of the next start.
   *
   * @param least what the limit is at least before it is doubled
   */
  Duration limit(Duration least) {
    Duration own = config.startTimeout();
    Duration limit = own.compareTo(least) > 0 ? own : least;
    // More than an hour needs no doubling; beyond a year it would be no start_timeout.
    return limit.compareTo(LONGEST_DOUBLED) > 0 ? limit : limit.multipliedBy(1L << doublings);
  }

  /** A start took longer than its limit. */
  void exceeded() {
    doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
  }

  /** A start has succeeded: the next one finds what was downloaded. */
  void succeeded() {
    doublings = fewest;
  }
}
