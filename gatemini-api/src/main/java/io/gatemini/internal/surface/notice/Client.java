package io.gatemini.internal.surface.notice;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.internal.surface.notice.Notifications.Shown;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.lang.System.Logger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A client that listens: what it knows of the lists, what it has subscribed to, and from which
 * level on it hears the log. Of a list a fingerprint is kept, whatever its length. Thread-safe.
 */
final class Client implements Listening {
  /** More than there is to subscribe to for anybody who reads what it hears. */
  static final int MAX_SUBSCRIPTIONS = 1_000;

  private static final Logger LOG = System.getLogger(Client.class.getName());

  private final Session session;
  private final NotificationQueue<SurfaceListener> queue;
  private final Shown shown;
  private final Topics topics;
  private final Consumer<Client> onClose;
  private final Runnable onLevel;
  private final LogLines lines;
  private final Map<ListKind, Long> known = new ConcurrentHashMap<>();

  /** Lists of which it may have seen something else than what is known here. */
  private final Set<ListKind> misread = ConcurrentHashMap.newKeySet();

  private final Set<String> subscriptions = new HashSet<>();
  private volatile boolean ready;
  private volatile boolean closed;
  private volatile LogLevel level = LogLevel.WARNING;
  private volatile boolean levelAsked;

  Client(
      Session session,
      SurfaceListener listener,
      Shown shown,
      Topics topics,
      DebounceTimer timer,
      Consumer<Client> onClose,
      Runnable onLevel) {
    this.session = session;
    this.queue = new NotificationQueue<>(timer, listener, listener::isReady);
    this.shown = shown;
    this.topics = topics;
    this.onClose = onClose;
    this.onLevel = onLevel;
    this.lines = new LogLines(timer, this);
  }

  /** Takes what is shown at this moment as what the client knows. */
  void begin() {
    for (ListKind kind : ListKind.values()) {
      Guarded.run(LOG, "the list that a client sees was not to be had", () -> remember(kind));
    }
    ready = true;
  }

  /**
   * Tells the client where one of the lists differs from what it knew.
   *
   * @param kinds what is told of as the first
   * @return whether that was to be told; later, where it is not, as it has only just come
   */
  boolean look(List<ListKind> kinds) {
    if (!ready) {
      return false;
    }
    ListKind told = kinds.get(0);
    for (ListKind kind : kinds) {
      Guarded.run(
          LOG,
          "the list that a client sees was not to be had",
          () -> {
            // In this order: what it lists after that is looked at again.
            boolean saw = misread.remove(kind);
            if (remember(kind) || saw) {
              deliver(told, told::tell);
            }
          });
    }
    return true;
  }

  /**
   * The client was shown a list. Where it is not the one it is known to know, it came between two
   * looks, and may be gone again at the next one: the client is told then all the same.
   *
   * @return whether there must be another look
   */
  boolean saw(ListKind kind, String text) {
    Long before = known.get(kind);
    return before != null && before != fingerprint(text) && misread.add(kind);
  }

  private boolean remember(ListKind kind) {
    long now = fingerprint(kind.shown(shown, session));
    Long before = known.put(kind, now);
    return before == null || before != now;
  }

  /** FNV-1a over the characters, 64 bits: a change goes unseen once in 10^19 times. */
  private static long fingerprint(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /**
   * Brings it news, unless it has closed. Returns at once; what it throws costs nobody else.
   *
   * @param key what makes the news the same as others that still wait
   */
  void deliver(Object key, Consumer<SurfaceListener> news) {
    queue.put(key, news);
  }

  boolean hears(LogLevel said) {
    return !closed && said.compareTo(level) >= 0;
  }

  /** Whether it is a client of this session, whatever it has said of itself since. */
  boolean isOf(Session other) {
    return session.id().equals(other.id());
  }

  LogLevel level() {
    return level;
  }

  LogLines lines() {
    return lines;
  }

  @Override
  public void subscribe(String uri) {
    String address = Address.normal(uri);
    if (!topics.isOwn(address)) {
      shown.checkResource(session, uri);
      Topics.requireForeign(address);
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      if (subscriptions.size() >= MAX_SUBSCRIPTIONS && !subscriptions.contains(address)) {
        throw new InvalidArgumentsException(
            "this client has subscribed to "
                + MAX_SUBSCRIPTIONS
                + " resources, which is the limit; unsubscribe from one");
      }
      subscriptions.add(address);
      if (topics.subscribe(this, address, uri)) {
        shown.subscribed(session, uri);
      }
    }
  }

  @Override
  public void unsubscribe(String uri) {
    if (uri.length() > Address.MAX_LENGTH) {
      return;
    }
    String address = Address.normal(uri);
    synchronized (this) {
      if (subscriptions.remove(address)) {
        left(address);
      }
    }
  }

  private void left(String address) {
    if (topics.unsubscribe(this, address)) {
      shown.unsubscribed(address);
    }
  }

  @Override
  public void log(LogMessage message) {
    if (hears(message.level())) {
      lines.add(message);
    }
  }

  @Override
  public void logLevel(LogLevel level) {
    this.level = level;
    levelAsked = true;
    onLevel.run();
  }

  /** The level it has asked for; empty where it has not. */
  Optional<LogLevel> askedLevel() {
    return levelAsked ? Optional.of(level) : Optional.empty();
  }

  @Override
  public void close() {
    List<String> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(subscriptions);
      subscriptions.clear();
      left.forEach(this::left);
    }
    queue.close();
    onClose.accept(this);
  }
}
