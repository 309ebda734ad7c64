package io.gatemini.sandbox.internal.worker;

/** Thrown for bytes that are not of the protocol between a gateway and its workers. */
final class WorkerProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorkerProtocolException(String message) {
    super(message);
  }
}
