package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.choice;
import static io.gatemini.spi.option.OptionType.integer;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;

/**
 * The questions that a backend may ask the clients whose calls it works on. It is offered nothing
 * else; other requests are declined. Immutable: every setter returns a changed copy.
 *
 * <p>In a configuration file, the section {@code trust} of a backend.
 */
public final class TrustConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("trust");
  private static final OptionKey<Boolean> SAMPLING =
      OPTIONS.add(
          "sampling",
          bool(),
          false,
          "Whether it may use the client's model, at the client's cost.");
  private static final OptionKey<Elicitation> ELICITATION =
      OPTIONS.add(
          "elicitation",
          choice(Elicitation.class),
          Elicitation.FORM,
          "The forms it may show to the person: none, a form, or a form and a page to " + "visit.");
  private static final OptionKey<Boolean> ROOTS =
      OPTIONS.add("roots", bool(), false, "Whether it may know the client's folders.");

  private static final OptionKey<Integer> QUESTIONS =
      OPTIONS.add("questions", integer(1, 10_000), 16, "How many questions a call may ask in all.");

  TrustConfig(OptionValues values) {
    super(values);
  }

  private <T> TrustConfig with(OptionKey<T> key, T value) {
    return new TrustConfig(values.with(key, value));
  }

  /** Forms alone. */
  public static TrustConfig defaults() {
    return new TrustConfig(OPTIONS.defaults());
  }

  /** Whether it may have the client's model answer. */
  public boolean sampling() {
    return get(SAMPLING);
  }

  public TrustConfig sampling(boolean sampling) {
    return with(SAMPLING, sampling);
  }

  /** The forms that it may show to the person. */
  public Elicitation elicitation() {
    return get(ELICITATION);
  }

  public TrustConfig elicitation(Elicitation elicitation) {
    return with(ELICITATION, elicitation);
  }

  /** Whether it may know the client's folders. */
  public boolean roots() {
    return get(ROOTS);
  }

  public TrustConfig roots(boolean roots) {
    return with(ROOTS, roots);
  }

  /** How many questions a call may ask in all. */
  public int questions() {
    return get(QUESTIONS);
  }

  public TrustConfig questions(int questions) {
    return with(QUESTIONS, questions);
  }

  /** The forms that a backend may show to the person at the client. */
  public enum Elicitation {
    /** Nothing. */
    NONE,
    /** A form, which the client shows. */
    FORM,
    /** A form, or an address to visit. */
    URL
  }
}
