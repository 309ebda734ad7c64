package io.gatemini.internal.catalog;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The tools of all backends: takes whole tool lists, publishes immutable snapshots. Readers never
 * lock; writers wait for each other. Listeners hear every snapshot, in order, on the writing
 * thread, and must be quick.
 */
public final class Catalog {
  private static final Logger LOG = System.getLogger(Catalog.class.getName());

  private final Map<String, String> aliases;
  private final TreeMap<String, List<ToolDefinition>> toolsByBackend = new TreeMap<>();
  private final List<Consumer<CatalogSnapshot>> listeners = new CopyOnWriteArrayList<>();
  private boolean closed;
  private volatile Snapshot snapshot;

  /** An empty catalog with the user's aliases. */
  public Catalog(Map<String, String> aliases) {
    this.aliases = Map.copyOf(aliases);
    this.snapshot = Snapshot.of(0, toolsByBackend, this.aliases);
  }

  /** The tools at this moment. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** Calls {@code listener} with every later snapshot. */
  public void onPublish(Consumer<CatalogSnapshot> listener) {
    listeners.add(listener);
  }

  /** Replaces the tools of a backend; of two with one name the first counts. */
  public synchronized void put(String backend, Collection<ToolDefinition> tools) {
    Map<String, ToolDefinition> byName = new LinkedHashMap<>();
    for (ToolDefinition tool : tools) {
      if (byName.putIfAbsent(tool.name(), tool) != null) {
        LOG.log(Level.WARNING, "{0} publishes two tools named {1}", backend, tool.originalName());
      }
    }
    List<ToolDefinition> unique = List.copyOf(byName.values());
    if (!unique.equals(toolsByBackend.put(backend, unique))) {
      publish();
    }
  }

  /** Removes a backend's tools. */
  public synchronized void remove(String backend) {
    if (toolsByBackend.remove(backend) != null) {
      publish();
    }
  }

  /**
   * Publishes nothing any more. Backends that stop one by one would each cost a snapshot and an
   * index of all the others, for nobody.
   */
  public synchronized void close() {
    closed = true;
  }

  private void publish() {
    if (closed) {
      return;
    }
    Snapshot next = Snapshot.of(snapshot.generation() + 1, toolsByBackend, aliases);
    snapshot = next;
    listeners.forEach(listener -> listener.accept(next));
  }
}
