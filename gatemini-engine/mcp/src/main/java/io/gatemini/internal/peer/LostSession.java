package io.gatemini.internal.peer;

import java.util.regex.Pattern;

/**
 * How servers say that they do not know a session, or have not seen its handshake. The protocol has
 * one sign, status 404; servers have many words. The session of a browser, or of a person, is
 * another one.
 */
public final class LostSession {
  private static final Pattern UNINITIALIZED =
      Pattern.compile(
          "(?i)(?:^|[:.] *|(?<!\\w)(?:server|client|session|connection|transport)(?: is| was| has)? )"
              + "(?:not (?:yet |been |properly )*|un)initiali[sz]ed\\b"
              + "|(?<!\\w)before (?:the )?initiali[sz]"
              + "|(?<!\\w)(?:not|expect\\w*|send|re-?)(?: an?| the)? ?initiali[sz](?:e|ation)\\b");

  /** A word of loss, and a session that is no other one. */
  private static final Pattern SESSION =
      Pattern.compile(
          "(?is)(?=.*(?:(?<!\\w)(?:no|not|unknown|invalid|inactive|expired|terminated|closed|gone|missing"
              + "|required|stale|ended|lost|evicted|timed out)\\b|n't\\b)).*?(?:^|[^\\w -] *|(?<!\\w)(?:an?"
              + "|the|this|your|no|such|find|for|valid|active|existing|known|unknown|invalid"
              + "|inactive|expired|stale|missing|bad) )(?:mcp[-_ ]?)?session");

  /** A process has no session but this one; where it names others, it means a tool's. */
  private static final Pattern UNNAMED = Pattern.compile("[A-Za-z:. ]{1,80}!?");

  private LostSession() {}

  /** Whether a text says so. */
  public static boolean in(String text) {
    return ofHandshake(text) || SESSION.matcher(text).lookingAt();
  }

  /** Whether it is about the handshake, which no tool has. */
  public static boolean ofHandshake(String text) {
    return UNINITIALIZED.matcher(text).find();
  }

  /** Whether a process says so. */
  static boolean ofProcess(PeerError error) {
    return in(error.message()) && UNNAMED.matcher(error.message()).matches();
  }
}
