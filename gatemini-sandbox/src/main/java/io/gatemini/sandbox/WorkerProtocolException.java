package io.gatemini.sandbox;

/** What came out of a pipe is not the protocol between a gateway and its workers. */
final class WorkerProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorkerProtocolException(String message) {
    super(message);
  }
}
