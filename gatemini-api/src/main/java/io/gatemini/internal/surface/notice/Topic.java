package io.gatemini.internal.surface.notice;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A resource that reports its changes, with its subscribers. All of them are notified at the same
 * time. Thread-safe.
 */
final class Topic {
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
