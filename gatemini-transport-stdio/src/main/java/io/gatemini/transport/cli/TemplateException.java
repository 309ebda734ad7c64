package io.gatemini.transport.cli;

/** A template is malformed, or says what its kind cannot keep safe; the reader adds the place. */
final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TemplateException(String problem) {
    super(problem);
  }
}
