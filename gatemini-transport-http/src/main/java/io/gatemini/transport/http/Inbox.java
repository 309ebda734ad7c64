package io.gatemini.transport.http;

/** Takes the messages that an exchange brings. */
@FunctionalInterface
interface Inbox {
  /** One message; the array is valid until the method returns. */
  void message(byte[] buffer, int offset, int length);
}
