package io.gatemini.internal.surface.notice;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.surface.address.BackendAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The resources that can be subscribed to: four of the gateway, and those of host and plug-ins that
 * anybody has subscribed to. Thread-safe.
 */
final class Topics {
  private static final String OWN = "gatemini:";

  private final DebounceTimer timer;
  private final Topic health;
  private final Topic backends;
  private final Topic stats;
  private final Topic recent;
  private final Map<String, Topic> own = new TreeMap<>();
  private final Map<String, Topic> foreign = new ConcurrentHashMap<>();
  private volatile boolean callsWatched;

  Topics(DebounceTimer timer) {
    this.timer = timer;
    this.health = own("gatemini://health");
    this.backends = own("gatemini://backends");
    this.stats = own("gatemini://stats");
    this.recent = own("gatemini://recent");
  }

  private Topic own(String address) {
    Topic topic = new Topic(timer);
    own.put(address, topic);
    return topic;
  }

  boolean isOwn(String address) {
    return own.containsKey(address);
  }

  /** Rejects addresses of the gateway's own and never reports a change. */
  static void requireForeign(String address) {
    if (address.startsWith(OWN) && !BackendAddress.is(address)) {
      throw new InvalidArgumentsException(
          "this resource does not announce changes; you can subscribe to"
              + " gatemini://backends, gatemini://health, gatemini://recent and gatemini://stats");
    }
  }

  /** Whether the client is the first that has subscribed to something that is not the gateway's. */
  boolean subscribe(Client client, String address, String uri) {
    Topic topic = own.get(address);
    if (topic != null) {
      topic.add(client, uri);
      watchCalls();
      return false;
    }
    boolean[] first = new boolean[1];
    foreign.compute(
        address,
        (key, known) -> {
          first[0] = known == null;
          Topic subscribed = known == null ? new Topic(timer) : known;
          subscribed.add(client, uri);
          return subscribed;
        });
    return first[0];
  }

  /** Whether the client was the last that had subscribed to something that is not the gateway's. */
  boolean unsubscribe(Client client, String address) {
    Topic topic = own.get(address);
    if (topic != null) {
      topic.remove(client);
      watchCalls();
      return false;
    }
    return foreign.computeIfPresent(
            address,
            (key, known) -> {
              known.remove(client);
              return known.isEmpty() ? null : known;
            })
        == null;
  }

  private synchronized void watchCalls() {
    callsWatched = !stats.isEmpty() || !recent.isEmpty();
  }

  void backendsChanged() {
    backends.changed();
    health.changed();
  }

  /** Runs with every call: one volatile read while there is no listener. */
  void called() {
    if (callsWatched) {
      recent.changed();
      stats.changed();
    }
  }

  /** Runs with every answer, after its calls: one volatile read while there is no listener. */
  void answered() {
    if (callsWatched) {
      stats.changed();
    }
  }

  void updated(String uri) {
    if (foreign.isEmpty() || uri.length() > Address.MAX_LENGTH) {
      return;
    }
    Topic topic = foreign.get(Address.normal(uri));
    if (topic != null) {
      topic.changed();
    }
  }

  /**
   * A resource that reports its changes, with its subscribers. All of them are notified at the same
   * time. Thread-safe.
   */
  private static final class Topic {
    private final Map<Client, String> subscribers = new ConcurrentHashMap<>();
    private final Debounced announcement;

    Topic(DebounceTimer timer) {
      this.announcement = Debounced.ofChanges(timer, this::announce);
    }

    /** Returns at once, without a lock while the announcement of an earlier change waits. */
    void changed() {
      if (!subscribers.isEmpty()) {
        announcement.changed();
      }
    }

    /**
     * @param uri the address as the client writes it, which its notifications use
     */
    void add(Client client, String uri) {
      subscribers.put(client, uri);
    }

    void remove(Client client) {
      subscribers.remove(client);
    }

    boolean isEmpty() {
      return subscribers.isEmpty();
    }

    private void announce() {
      subscribers
          .keySet()
          .forEach(
              client ->
                  client.deliver(
                      this,
                      listener -> {
                        // It may have unsubscribed by now, or write the address in another way.
                        String written = subscribers.get(client);
                        if (written != null) {
                          listener.resourceUpdated(written);
                        }
                      }));
    }
  }
}
