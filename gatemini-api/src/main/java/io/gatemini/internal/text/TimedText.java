package io.gatemini.internal.text;

/**
 * A text that is matched against a pattern of somebody else's: some patterns take exponential time
 * for some texts. The match ends with {@link TimeBudget.Exceeded} when the time is over. For one
 * thread.
 */
public final class TimedText implements CharSequence {
  private final CharSequence text;
  private final TimeBudget time;
  private int steps;

  public TimedText(CharSequence text, TimeBudget time) {
    this.text = text;
    this.time = time;
  }

  @Override
  public char charAt(int index) {
    time.check(++steps);
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
