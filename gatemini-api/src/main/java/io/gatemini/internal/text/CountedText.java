package io.gatemini.internal.text;

/**
 * A text that can be read so often and no more. Some patterns take exponential time for some texts,
 * {@code ^(.*a){25}$} for one: a matcher over such a text ends.
 *
 * @param steps are taken from what is left; several texts may share them
 */
public record CountedText(String text, Steps steps) implements CharSequence {
  /** How many characters may still be read. For one thread. */
  public static final class Steps {
    private long left;

    /** So many characters. */
    public Steps(long left) {
      this.left = left;
    }

    /** Allows more. */
    public void add(long more) {
      left += more;
    }
  }

  /** Thrown from within the matcher; costs nothing. */
  public static final class OutOfSteps extends RuntimeException {
    private static final long serialVersionUID = 1;

    private OutOfSteps() {
      super(null, null, false, false);
    }
  }

  /**
   * @throws OutOfSteps when no steps are left
   */
  @Override
  public char charAt(int index) {
    if (--steps.left < 0) {
      throw new OutOfSteps();
    }
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
    return text;
  }
}
