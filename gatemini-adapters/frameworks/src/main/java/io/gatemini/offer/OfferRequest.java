package io.gatemini.offer;

import io.gatemini.Session;
import io.gatemini.internal.text.TextCut;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Asks for the tools of the next request. Immutable: every setter returns a changed copy.
 *
 * @param conversation what was said, the last message last; the end of it is searched for
 * @param session the conversation
 * @param budget how many tokens all definitions of the request may have, at least 1
 * @param limit how many of the tools that fit are offered at most, 1 to {@value #MAX_LIMIT}
 * @param backends the backends to choose from, by name; all if it is empty
 * @param called the keys of tools that the conversation is known to have called; the gateway knows
 *     those of its own time
 */
public record OfferRequest(
    List<String> conversation,
    Session session,
    int budget,
    int limit,
    Set<String> backends,
    List<String> called) {
  /** The budget of a request that states none. */
  public static final int DEFAULT_BUDGET = 4_000;

  /** The limit of a request that states none. */
  public static final int DEFAULT_LIMIT = 8;

  /** The largest limit. */
  public static final int MAX_LIMIT = 50;

  /** A longer message is data, with the request before or behind it. */
  private static final int MAX_TASK = 1_000;

  private static final int MAX_LINE = 300;

  /**
   * A request.
   *
   * @throws IllegalArgumentException if the budget or the limit is out of its bounds
   */
  public OfferRequest {
    conversation = List.copyOf(conversation);
    Objects.requireNonNull(session, "session");
    backends = Set.copyOf(backends);
    called = List.copyOf(called);
    if (budget < 1 || limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "the budget must be at least 1 and the limit from 1 to %s, not %s and %s"
              .formatted(MAX_LIMIT, budget, limit));
    }
  }

  /** A request for what a person has just said. */
  public static OfferRequest of(String message) {
    return of(List.of(message));
  }

  /** A request for what was said in a conversation, the last message last. */
  public static OfferRequest of(List<String> conversation) {
    return new OfferRequest(
        conversation, Session.local(), DEFAULT_BUDGET, DEFAULT_LIMIT, Set.of(), List.of());
  }

  /** This request in a conversation. */
  public OfferRequest session(Session session) {
    return new OfferRequest(conversation, session, budget, limit, backends, called);
  }

  /** This request after another message. */
  public OfferRequest message(String message) {
    return new OfferRequest(List.of(message), session, budget, limit, backends, called);
  }

  /** This request with another budget, in estimated tokens. */
  public OfferRequest budget(int tokens) {
    return new OfferRequest(conversation, session, tokens, limit, backends, called);
  }

  /** This request with another limit. */
  public OfferRequest limit(int tools) {
    return new OfferRequest(conversation, session, budget, tools, backends, called);
  }

  /** This request among the tools of some backends. */
  public OfferRequest backends(String... names) {
    return new OfferRequest(conversation, session, budget, limit, Set.of(names), called);
  }

  /** This request after calls of tools, by their keys. */
  public OfferRequest called(List<String> keys) {
    return new OfferRequest(conversation, session, budget, limit, backends, keys);
  }

  /**
   * The tasks that are searched for: the last message that is not blank, or the first and the last
   * line of a long one.
   */
  List<String> tasks() {
    for (int i = conversation.size() - 1; i >= 0; i--) {
      String message = conversation.get(i).strip();
      if (!message.isEmpty()) {
        return message.length() <= MAX_TASK
            ? List.of(message)
            : List.of(
                TextCut.head(message.lines().findFirst().orElse(""), MAX_LINE),
                TextCut.head(message.substring(message.lastIndexOf('\n') + 1), MAX_LINE));
      }
    }
    return List.of();
  }
}
