package io.gatemini.internal.async;

import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cause of a failed stage, in words. */
public final class Failures {
  private static final int MAX_LOGGED = 2_000;

  /** The message of a plug-in's exception may be a whole document. */
  private static final int MAX_SAID = 300;

  /** A server that says "tomorrow" is asked more often: it may be wrong, or may recover sooner. */
  private static final Duration LONGEST_WISH = Duration.ofMinutes(5);

  /** No failure is wrapped more often. */
  private static final int MAX_CAUSES = 10;

  private Failures() {}

  public static Throwable cause(Throwable failure) {
    return Causes.of(failure);
  }

  /** Whether something failed because a person has to sign in to its backend first. */
  public static boolean wantsSignIn(@Nullable Throwable failure) {
    return failure != null
        && cause(failure) instanceof BackendUnavailableException refusal
        && refusal.needsSignIn();
  }

  /**
   * When a backend that refused wants to be asked again, if it said so: at once to five minutes. It
   * lives, and has as much to do as it can.
   */
  public static Optional<Duration> wish(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof BackendUnavailableException known && known.retryAfter().isPresent()) {
        return known
            .retryAfter()
            .map(wish -> wish.isNegative() ? Duration.ZERO : wish)
            .map(wish -> shorter(wish, LONGEST_WISH));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * The words of a stranger, as they may stand in a log: in one line, and nothing that is not seen.
   */
  public static String logged(String text) {
    return VisibleText.line(text, MAX_LOGGED);
  }

  /**
   * Its message, in words that may be shown: what the gateway itself throws is a sentence, anything
   * else is named before its text.
   */
  public static String sentence(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof GatewayException) {
      return String.valueOf(cause.getMessage());
    }
    if (cause instanceof LinkageError problem) {
      return VisibleText.line(LinkageProblem.of(problem), MAX_LOGGED);
    }
    String said = cause.getMessage();
    String kind = cause.getClass().getSimpleName();
    return said == null || said.isBlank() ? kind : kind + ": " + VisibleText.line(said, MAX_SAID);
  }

  /**
   * The message about a backend, without its name: for who names it before. Every layer that a
   * failure passes names the backend; the reader needs the name once.
   */
  public static String unnamed(String backend, String said) {
    String named = "backend \"" + backend + "\" ";
    return said.replace(named + "is not available: ", "").replace(named, "it ");
  }
}
