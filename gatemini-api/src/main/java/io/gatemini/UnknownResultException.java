package io.gatemini;

/** There is no stored result under an id, or none any more. */
public final class UnknownResultException extends UnknownResourceException {
  private static final long serialVersionUID = 1L;

  public UnknownResultException(String message) {
    super(message);
  }
}
