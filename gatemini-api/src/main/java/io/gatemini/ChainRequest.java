package io.gatemini;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A program for {@code call_tool_chain}: a JSON call, a simple call, or a script over many tools.
 * Immutable.
 *
 * @param code the program
 * @param timeout wall-clock bound of the whole chain, waiting included; each call in it may take as
 *     long, up to the {@code max_timeout} of its backend. Where absent, a call may take the {@code
 *     timeout} of its backend, and a program the gateway's {@code chain_timeout}.
 * @param maxOutputBytes bound of the answer in UTF-8 bytes; the gateway's default where absent
 * @param maxOutputTokens the same in estimated tokens; whichever is less holds
 * @param intent what the caller wants to know, for the reducers
 * @param session who calls
 * @param progress who hears of progress
 * @param mode what it may do
 */
public record ChainRequest(
    String code,
    Optional<Duration> timeout,
    OptionalInt maxOutputBytes,
    OptionalInt maxOutputTokens,
    Optional<String> intent,
    Session session,
    ProgressListener progress,
    Mode mode) {

  /** The permissions of a chain. */
  public enum Mode {
    /** All. */
    RUN,
    /**
     * Call tools whose annotations say that they only read; any other fails before it is called.
     */
    READ_ONLY,
    /** Nothing: the answer tells the first call of each tool that it would make. */
    PLAN
  }

  public ChainRequest {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(timeout, "timeout");
    Objects.requireNonNull(maxOutputBytes, "maxOutputBytes");
    Objects.requireNonNull(maxOutputTokens, "maxOutputTokens");
    Objects.requireNonNull(intent, "intent");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(mode, "mode");
  }

  /** A program with the gateway's default bounds. */
  public static ChainRequest of(String code) {
    return new ChainRequest(
        code,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Session.local(),
        ProgressListener.none(),
        Mode.RUN);
  }

  /** This program, bounded by a timeout. */
  public ChainRequest withTimeout(Duration timeout) {
    return new ChainRequest(
        code,
        Optional.of(timeout),
        maxOutputBytes,
        maxOutputTokens,
        intent,
        session,
        progress,
        mode);
  }

  /** This program, its answer bounded in bytes. */
  public ChainRequest withMaxOutputBytes(int maxOutputBytes) {
    return new ChainRequest(
        code,
        timeout,
        OptionalInt.of(maxOutputBytes),
        maxOutputTokens,
        intent,
        session,
        progress,
        mode);
  }

  /** This program, its answer bounded in tokens, as the gateway's estimator counts them. */
  public ChainRequest withMaxOutputTokens(int maxOutputTokens) {
    return new ChainRequest(
        code,
        timeout,
        maxOutputBytes,
        OptionalInt.of(maxOutputTokens),
        intent,
        session,
        progress,
        mode);
  }

  /** This program, with what the caller wants to know from its answer. */
  public ChainRequest withIntent(String intent) {
    return new ChainRequest(
        code,
        timeout,
        maxOutputBytes,
        maxOutputTokens,
        Optional.of(intent),
        session,
        progress,
        mode);
  }

  /** This program on behalf of a session. */
  public ChainRequest withSession(Session session) {
    return new ChainRequest(
        code, timeout, maxOutputBytes, maxOutputTokens, intent, session, progress, mode);
  }

  /** This program, reporting progress. */
  public ChainRequest withProgress(ProgressListener progress) {
    return new ChainRequest(
        code, timeout, maxOutputBytes, maxOutputTokens, intent, session, progress, mode);
  }

  /** This program, held to a mode. */
  public ChainRequest withMode(Mode mode) {
    return new ChainRequest(
        code, timeout, maxOutputBytes, maxOutputTokens, intent, session, progress, mode);
  }
}
