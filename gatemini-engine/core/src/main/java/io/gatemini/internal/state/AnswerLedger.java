package io.gatemini.internal.state;

import io.gatemini.Session;

/**
 * Receives the sizes of messages to clients other than answers of chains, which have a ledger of
 * their own. Called on any thread, before the client has the answer; must return at once.
 */
public interface AnswerLedger {
  /**
   * A meta-tool has answered.
   *
   * @param metaTool one of a few names, never a client's own word
   * @param bytes UTF-8 bytes of the content blocks
   */
  void answered(Session session, String metaTool, long bytes);

  /** A session received the tools, in so many bytes of JSON: names, descriptions, input schemas. */
  void listed(Session session, long bytes);

  /** A session has ended. */
  void left(Session session);
}
