package io.gatemini.transport.http.server;

import io.gatemini.Exposure;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.MessageMemory;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One client of a version that begins with a handshake: a connection for the binding, made of many
 * requests over HTTP. Thread-safe.
 */
final class ClientSession implements MessageChannel {
  private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  /** Streams that have ended and that a client may still ask for. */
  private static final int MAX_STREAMS = 64;

  /** Numbers the streams of this process, whose sessions may end here and come back. */
  private static final AtomicLong STREAMS = new AtomicLong();

  private final String id;
  private final Optional<String> client;
  private final String party;
  private final EventLog log;
  private final MessageMemory memory;
  private final EventStream unasked;
  private final EventStream.@Nullable Copy copy;
  private final AtomicInteger requests = new AtomicInteger();

  // Guarded by this.
  private final Map<String, EventStream> streams = new LinkedHashMap<>();

  /** Guarded by itself. */
  private final Object handshake = new Object();

  private boolean begun;
  private boolean initialized;

  private volatile long lastUsed = System.nanoTime();
  private volatile long lastKept = System.nanoTime();
  private volatile @Nullable Receiver receiver;
  private volatile @Nullable Exposure connection;

  /**
   * @param id unguessable
   * @param client the name of the one whom the session belongs to; empty without authentication
   * @param party the one to whom it counts
   * @param copy where other gateways serve it, too
   */
  ClientSession(
      String id,
      Optional<String> client,
      String party,
      EventLog log,
      MessageMemory memory,
      EventStream.@Nullable Copy copy) {
    this.id = id;
    this.client = client;
    this.party = party;
    this.log = log;
    this.memory = memory;
    this.copy = copy;
    this.unasked = stream(true);
  }

  String id() {
    return id;
  }

  Optional<String> client() {
    return client;
  }

  /** The one to whom it counts. */
  String party() {
    return party;
  }

  boolean belongsTo(Optional<String> other) {
    return client.equals(other);
  }

  void serve(Exposure served) {
    connection = served;
  }

  /** The lock under which a replica takes the handshake. */
  Object handshake() {
    return handshake;
  }

  /** Whether the handshake begins now; its lock is held. */
  boolean beginsHandshake() {
    boolean begins = !begun;
    begun = true;
    return begins;
  }

  /** Whether the handshake ends now. */
  boolean endsHandshake() {
    synchronized (handshake) {
      boolean ends = !initialized;
      initialized = true;
      return ends;
    }
  }

  /** Whether the handshake is over. */
  boolean isInitialized() {
    synchronized (handshake) {
      return initialized;
    }
  }

  /**
   * A stream for what belongs to one request.
   *
   * @param requestId the JSON text of its id
   */
  EventStream stream(byte[] requestId) {
    EventStream stream = stream(false);
    if (copy != null) {
      stream.copy(requestId);
    }
    return stream;
  }

  private EventStream stream(boolean forNews) {
    synchronized (this) {
      Iterator<EventStream> known = streams.values().iterator();
      while (streams.size() >= MAX_STREAMS && known.hasNext()) {
        if (known.next().isOver()) {
          known.remove();
        }
      }
      long number = STREAMS.getAndIncrement();
      String name =
          copy == null
              ? String.valueOf(number)
              : EventStream.sharedName(copy.gateway(), number, forNews);
      EventStream stream = new EventStream(name, log, copy);
      streams.put(name, stream);
      return stream;
    }
  }

  /** The stream for what belongs to no request. */
  EventStream unasked() {
    return unasked;
  }

  /** The stream of an event; empty where it is not kept any more. */
  synchronized Optional<EventStream> stream(String name) {
    return Optional.ofNullable(streams.get(name));
  }

  /** A request of the client has come. */
  void begin() {
    lastUsed = System.nanoTime();
    requests.incrementAndGet();
  }

  /** A request of the client has its response. */
  void done() {
    requests.decrementAndGet();
    lastUsed = System.nanoTime();
  }

  /** For how long the client has had no request and no stream; zero while it has one. */
  long idleNanos() {
    boolean busy;
    synchronized (this) {
      busy = requests.get() > 0 || streams.values().stream().anyMatch(EventStream::isRead);
    }
    if (busy) {
      lastUsed = System.nanoTime();
      return 0;
    }
    return System.nanoTime() - lastUsed;
  }

  /** Whether it was used since it was kept last, which was so long ago; called in each sweep. */
  boolean isToBeKept(long idleNanos, long everyNanos) {
    long now = System.nanoTime();
    if (idleNanos > everyNanos || now - lastKept < everyNanos) {
      return false;
    }
    lastKept = now;
    return true;
  }

  /** Hands a message to the binding. */
  void take(byte[] bytes, int length, Exchange exchange) {
    Objects.requireNonNull(receiver, "not served yet").message(bytes, 0, length, exchange);
  }

  /** The client is gone, and everything of it with it. */
  void end(String reason) {
    Receiver known = receiver;
    if (known != null) {
      known.closed(reason);
    }
  }

  /** Answers what is under way, and then ends. */
  void drain() {
    Exposure known = connection;
    if (known != null) {
      known.close();
    }
  }

  @Override
  public CompletionStage<Void> open(Receiver opened) {
    receiver = opened;
    return DONE;
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    unasked.send(message);
    return DONE;
  }

  @Override
  public MessageMemory memory() {
    return memory;
  }

  @Override
  public CompletionStage<Void> close() {
    List<EventStream> open;
    synchronized (this) {
      open = List.copyOf(streams.values());
    }
    open.forEach(EventStream::end);
    return DONE;
  }
}
