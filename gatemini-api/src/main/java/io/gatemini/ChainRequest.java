package io.gatemini;

import io.gatemini.ClientChannel.Answerer;
import io.gatemini.ClientChannel.Question.Kind;
import io.gatemini.internal.async.GuardedProgress;
import io.gatemini.stability.Incubating;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A program for {@code call_tool_chain}: a JSON call, a simple call, or a script over many tools.
 * Immutable.
 *
 * @param code the program
 * @param language the name of its language; that of the gateway where absent
 * @param options what it may do, and what its answer may be
 * @param context who runs it. Its timeout is the wall-clock bound of the whole chain, waiting
 *     included; each call in it may take as long, up to the {@code max_timeout} of its backend.
 *     Where absent, a call may take the {@code timeout} of its backend, and a program the gateway's
 *     {@code chain_timeout}.
 */
public record ChainRequest(
    String code, Optional<String> language, Options options, CallContext context) {

  /** The permissions of a chain. */
  public enum Mode {
    /** All. */
    RUN,
    /**
     * Call tools whose annotations say that they only read; any other fails before it is called.
     */
    READ_ONLY,
    /** Nothing: the answer lists the first call of each tool that the program would make. */
    PLAN
  }

  /**
   * The calls that a program may make, and the bounds of its answer.
   *
   * @param mode what it may do
   * @param maxOutputBytes bound of the answer in UTF-8 bytes; the gateway's default where absent
   * @param maxOutputTokens the same in estimated tokens; whichever is less holds
   * @param intent what the caller wants to know, for the reducers
   */
  public record Options(
      Mode mode, OptionalInt maxOutputBytes, OptionalInt maxOutputTokens, Optional<String> intent) {
    private static final Options DEFAULT =
        new Options(Mode.RUN, OptionalInt.empty(), OptionalInt.empty(), Optional.empty());

    public Options {
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(maxOutputBytes, "maxOutputBytes");
      Objects.requireNonNull(maxOutputTokens, "maxOutputTokens");
      Objects.requireNonNull(intent, "intent");
    }
  }

  public ChainRequest {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(context, "context");
  }

  /** A program with the gateway's default bounds. */
  public static ChainRequest of(String code) {
    return new ChainRequest(code, Optional.empty(), Options.DEFAULT, CallContext.local());
  }

  /** This request for another program. */
  public ChainRequest withCode(String code) {
    return new ChainRequest(code, language, options, context);
  }

  /** This program in a language, such as {@code typescript}. */
  public ChainRequest withLanguage(String language) {
    return new ChainRequest(code, Optional.of(language), options, context);
  }

  /** This program in another context. */
  public ChainRequest withContext(CallContext context) {
    return new ChainRequest(code, language, options, context);
  }

  /** This program, bounded by a timeout. */
  public ChainRequest withTimeout(Duration timeout) {
    return withContext(context.withTimeout(Optional.of(timeout)));
  }

  /** This program, its answer bounded in bytes. */
  public ChainRequest withMaxOutputBytes(int maxOutputBytes) {
    return with(
        new Options(
            options.mode, OptionalInt.of(maxOutputBytes), options.maxOutputTokens, options.intent));
  }

  /** This program, its answer bounded in tokens, as the gateway's estimator counts them. */
  public ChainRequest withMaxOutputTokens(int maxOutputTokens) {
    return with(
        new Options(
            options.mode, options.maxOutputBytes, OptionalInt.of(maxOutputTokens), options.intent));
  }

  /** This program, with what the caller wants to know from its answer. */
  public ChainRequest withIntent(String intent) {
    return with(
        new Options(
            options.mode, options.maxOutputBytes, options.maxOutputTokens, Optional.of(intent)));
  }

  /** This program on behalf of a session. */
  public ChainRequest withSession(Session session) {
    return withContext(context.withSession(session));
  }

  /** This one with somebody who fills in what a backend asks the person for meanwhile. */
  @Incubating
  public ChainRequest withElicitation(Answerer answerer) {
    return withAnswers(Kind.ELICITATION, answerer);
  }

  /** This one with a model that answers what a backend asks it meanwhile. */
  @Incubating
  public ChainRequest withSampling(Answerer answerer) {
    return withAnswers(Kind.SAMPLING, answerer);
  }

  private ChainRequest withAnswers(Kind kind, Answerer answerer) {
    return withContext(context.withClient(context.client().withAnswers(kind, answerer)));
  }

  /** This program, reporting progress. */
  public ChainRequest withProgress(ProgressListener progress) {
    return withContext(context.withProgress(GuardedProgress.of(progress)));
  }

  /** This program, held to a mode. */
  public ChainRequest withMode(Mode mode) {
    return with(new Options(mode, options.maxOutputBytes, options.maxOutputTokens, options.intent));
  }

  private ChainRequest with(Options options) {
    return new ChainRequest(code, language, options, context);
  }
}
