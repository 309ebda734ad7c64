package io.gatemini.internal.catalog;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tools of all backends: takes whole tool lists, publishes immutable snapshots. Readers never
 * lock; writers wait for each other. Listeners hear every snapshot, in order, on the writing
 * thread, and must be quick.
 */
public final class Catalog {
  private static final Logger LOG = System.getLogger(Catalog.class.getName());

  private final TreeMap<String, List<ToolDescriptor>> toolsByBackend = new TreeMap<>();
  private final TreeMap<String, String> namespaces = new TreeMap<>();

  /** The clients that backends of agents belong to; all others see and reach none of them. */
  private final Map<String, String> owners = new ConcurrentHashMap<>();

  private final Map<String, View> views = new ConcurrentHashMap<>();
  private final List<Consumer<CatalogSnapshot>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable Thread batching;
  private boolean batchChanged;
  private final List<Runnable> afterBatch = new ArrayList<>();
  private boolean closed;
  private Map<String, String> aliases;
  private volatile Snapshot snapshot;

  /** The part of a snapshot that a client sees. */
  private record View(Snapshot all, Snapshot seen) {}

  /** An empty catalog with the user's aliases. */
  public Catalog(Map<String, String> aliases) {
    this.aliases = Map.copyOf(aliases);
    this.snapshot = Snapshot.empty(this.aliases);
  }

  /** Puts other aliases in the place of those there are. */
  public synchronized void aliases(Map<String, String> aliases) {
    if (!aliases.equals(this.aliases)) {
      this.aliases = Map.copyOf(aliases);
      changed();
    }
  }

  /** The tools at this moment. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** The tools at this moment that a session sees; the host itself sees all. */
  @SuppressWarnings("ReferenceEquality") // the very one, whose part it is
  public CatalogSnapshot snapshot(Session viewer) {
    Snapshot all = snapshot;
    if (seesAll(viewer)) {
      return all;
    }
    // A view each for those who own something; all others share one.
    String client = viewer.principal().filter(owners::containsValue).orElse("");
    View view = views.get(client);
    if (view == null || view.all != all) {
      view = new View(all, all.only(backend -> isVisible(backend, viewer)));
      views.put(client, view);
    }
    return view.seen;
  }

  /** Whether a session sees and reaches a backend. */
  public boolean isVisible(String backend, Session viewer) {
    String owner = owners.get(backend);
    return owner == null || seesAll(viewer) || viewer.principal().filter(owner::equals).isPresent();
  }

  /** Whether nothing is hidden from a session. */
  public boolean seesAll(Session viewer) {
    return owners.isEmpty() || viewer.equals(Session.local());
  }

  /** Whether a client has a backend of its own. */
  public boolean isOwner(Session session) {
    return session.principal().filter(owners::containsValue).isPresent();
  }

  /** Calls {@code listener} with every later snapshot. */
  public void onPublish(Consumer<CatalogSnapshot> listener) {
    listeners.add(listener);
  }

  /**
   * Knows the namespace of a backend from now on, whether or not it has tools.
   *
   * @param owner the client that it belongs to; empty where it is everyone's
   */
  public synchronized void name(String backend, String namespace, Optional<String> owner) {
    owner.ifPresentOrElse(client -> owners.put(backend, client), () -> owners.remove(backend));
    namespaces.put(backend, namespace);
    snapshot = snapshot.with(namespaces);
  }

  /** Forgets the namespace of a backend that is gone. */
  public synchronized void unname(String backend) {
    namespaces.remove(backend);
    snapshot = snapshot.with(namespaces);
    owners.remove(backend);
    views.clear();
  }

  /**
   * Replaces the tools of a backend; of two with one name the first counts. A tool equal to its
   * predecessor stays the same object, and so does an unchanged list: users of a snapshot can
   * compare identities to reuse their work.
   */
  public synchronized void put(String backend, Collection<ToolDescriptor> tools) {
    List<ToolDescriptor> known = toolsByBackend.getOrDefault(backend, List.of());
    Map<String, ToolDescriptor> knownByName = new HashMap<>();
    known.forEach(tool -> knownByName.put(tool.key(), tool));
    Map<String, ToolDescriptor> byName = new LinkedHashMap<>();
    for (ToolDescriptor tool : tools) {
      ToolDescriptor before = knownByName.get(tool.key());
      if (byName.putIfAbsent(tool.key(), tool.equals(before) ? before : tool) != null) {
        LOG.log(Level.WARNING, "{0} publishes two tools named {1}", backend, tool.originalName());
      }
    }
    List<ToolDescriptor> sorted = new ArrayList<>(byName.values());
    sorted.sort(Snapshot.BY_KEY);
    if (!sorted.equals(known) || !toolsByBackend.containsKey(backend)) {
      toolsByBackend.put(backend, List.copyOf(sorted));
      changed();
    }
  }

  /** Removes a backend's tools. */
  public synchronized void remove(String backend) {
    if (toolsByBackend.remove(backend) != null) {
      changed();
    }
  }

  /**
   * Runs {@code changes} and publishes what they do in one snapshot, if anything: a snapshot costs
   * as much as all tools, however few have changed. Only what this thread changes is held back; it
   * may appear early, in a snapshot that another thread publishes meanwhile. One batch at a time.
   */
  public void batch(Runnable changes) {
    synchronized (this) {
      if (batching != null) {
        throw new IllegalStateException("there is a batch already");
      }
      batching = Thread.currentThread();
    }
    try {
      // Without the lock: what starts a backend takes locks of its own before this one.
      changes.run();
    } finally {
      endBatch();
    }
  }

  private void endBatch() {
    List<Runnable> actions;
    synchronized (this) {
      batching = null;
      if (batchChanged) {
        publish();
      }
      actions = List.copyOf(afterBatch);
      afterBatch.clear();
    }
    actions.forEach(action -> Guarded.run(LOG, "an action that waited for tools failed", action));
  }

  /** Runs an action once what this thread has changed is published: now, or after its batch. */
  public void whenPublished(Runnable action) {
    synchronized (this) {
      if (batching == Thread.currentThread()) {
        afterBatch.add(action);
        return;
      }
    }
    action.run();
  }

  private void changed() {
    if (batching == Thread.currentThread()) {
      batchChanged = true;
    } else {
      publish();
    }
  }

  /**
   * Publishes nothing any more. Backends that stop one by one would each cost a snapshot and an
   * index that no reader uses.
   */
  public synchronized void close() {
    closed = true;
  }

  private void publish() {
    if (closed) {
      return;
    }
    batchChanged = false;
    Snapshot next = snapshot.next(toolsByBackend, namespaces, aliases);
    snapshot = next;
    listeners.forEach(
        listener ->
            Guarded.run(LOG, "a listener of the catalog failed", () -> listener.accept(next)));
  }
}
