package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions that sessions have read, so that no further answer repeats them: tools of one
 * server share parameters, and searches share rows. An answer to a request that comes again has all
 * of them, and so has each ten minutes later, since a model forgets before its session ends.
 * Sessions of several agents are answered in full. Thread-safe.
 */
final class ReadDescriptions {
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  /** Of all sessions together, in characters. */
  private static final long MAX_LENGTH = 4_000_000;

  private static final int SHORTEST = 24;

  private static final String LEFT_OUT = "descriptions read before; ask again for them";
  private static final String DESCRIPTION = "description";

  /** What holds data, in which a member of this name is no description. */
  private static final Set<String> DATA = Set.of("default", "const", "enum", "examples", "example");

  private record Reading(String session, String text) {}

  private final boolean repeats;
  private @Nullable ConcurrentMap<Reading, Boolean> read;

  /**
   * @param repeats whether every answer has all descriptions
   */
  ReadDescriptions(boolean repeats) {
    this.repeats = repeats;
  }

  /** The descriptions of one answer; those that it shows are read for the next. */
  Answer answer(Session session, String request) {
    boolean isFull =
        repeats
            || session.equals(Session.local())
            || session.attribute(Session.REQUEST).isPresent()
            || isRead(new Reading(session.id(), request));
    return new Answer(session.id(), isFull);
  }

  void forget(Session session) {
    read().keySet().removeIf(reading -> reading.session().equals(session.id()));
  }

  private boolean isRead(Reading reading) {
    return read().putIfAbsent(reading, true) != null;
  }

  /** Made when it is asked for: a start waits for no classes of it. */
  private synchronized ConcurrentMap<Reading, Boolean> read() {
    if (read == null) {
      read =
          Caffeine.newBuilder()
              .expireAfterWrite(REMEMBERED)
              .maximumWeight(MAX_LENGTH)
              .weigher((Reading reading, Boolean known) -> SHORTEST + reading.text.length())
              .executor(Runnable::run)
              .<Reading, Boolean>build()
              .asMap();
    }
    return read;
  }

  /** What one answer leaves out. For one thread. */
  final class Answer {
    private final String session;
    private final boolean isFull;
    private final Set<String> shown = new HashSet<>();
    private boolean isCut;

    private Answer(String session, boolean isFull) {
      this.session = session;
      this.isFull = isFull;
    }

    /** A description, or nothing in the place of one that was read before. */
    String of(String description) {
      if (isFull
          || description.length() < SHORTEST
          || !shown.add(description)
          || !isRead(new Reading(session, description))) {
        return description;
      }
      shown.remove(description);
      isCut = true;
      return "";
    }

    /** Takes what was read before out of a schema or a row, in place. */
    void cut(JsonNode schema) {
      JsonNode description = schema.path(DESCRIPTION);
      if (description.isTextual() && of(description.textValue()).isEmpty()) {
        ((ObjectNode) schema).remove(DESCRIPTION);
      }
      for (Map.Entry<String, JsonNode> member : schema.properties()) {
        if (!DATA.contains(member.getKey())) {
          cut(member.getValue());
        }
      }
      if (schema.isArray()) {
        schema.forEach(this::cut);
      }
    }

    /** A remark for the reader; empty where nothing is left out. */
    String remark() {
      return isCut ? LEFT_OUT : "";
    }
  }
}
