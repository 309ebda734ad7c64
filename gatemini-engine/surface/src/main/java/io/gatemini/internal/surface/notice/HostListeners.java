package io.gatemini.internal.surface.notice;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayListener;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolsChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners of the host, each with its pending notifications. Thread-safe. */
final class HostListeners {
  /** Restarts of hundreds of backends fit; a listener that never returns costs some 100 KB. */
  static final int MAX_WAITING = 1_000;

  private final DebounceTimer timer;
  private final List<Host> hosts = new CopyOnWriteArrayList<>();
  private @Nullable CatalogSnapshot published;
  private boolean closed;

  private record Host(GatewayListener listener, NotificationQueue<GatewayListener> queue) {}

  HostListeners(DebounceTimer timer) {
    this.timer = timer;
  }

  /** Adds a listener unless it is there. */
  synchronized void add(GatewayListener listener) {
    if (!closed && hosts.stream().noneMatch(host -> host.listener == listener)) {
      hosts.add(new Host(listener, new NotificationQueue<>(timer, listener, () -> true)));
    }
  }

  /** Returns whether it was there. */
  synchronized boolean remove(GatewayListener listener) {
    return hosts.removeIf(
        host -> {
          boolean same = host.listener == listener;
          if (same) {
            host.queue.close();
          }
          return same;
        });
  }

  /** Notifies all of them, later. Returns at once. */
  void deliver(Consumer<GatewayListener> change) {
    hosts.forEach(host -> host.queue.add(change, MAX_WAITING, GatewayListener::changesDropped));
  }

  /** Reports the tools that differ from the previous snapshot; one snapshot at a time. */
  void published(CatalogSnapshot next) {
    CatalogSnapshot before = published;
    published = next;
    if (hosts.isEmpty()) {
      return;
    }
    Set<String> backends = new TreeSet<>(next.backends());
    if (before != null) {
      backends.addAll(before.backends());
    }
    for (String backend : backends) {
      List<ToolDescriptor> known = before == null ? List.of() : before.tools(backend);
      List<ToolDescriptor> tools = next.tools(backend);
      // A list in which nothing has changed is the same object.
      if (!tools.equals(known)) {
        ToolsChange change = change(backend, known, tools);
        deliver(listener -> listener.toolsChanged(change));
      }
    }
  }

  private static ToolsChange change(
      String backend, List<ToolDescriptor> before, List<ToolDescriptor> now) {
    Map<String, ToolDescriptor> left = new HashMap<>();
    before.forEach(tool -> left.put(tool.key(), tool));
    List<String> added = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    for (ToolDescriptor tool : now) {
      ToolDescriptor known = left.remove(tool.key());
      if (known == null) {
        added.add(tool.key());
      } else if (!known.equals(tool)) {
        changed.add(tool.key());
      }
    }
    return new ToolsChange(backend, added, left.keySet().stream().sorted().toList(), changed);
  }

  /** Delivers nothing more; a delivery in progress may end. */
  synchronized void close() {
    closed = true;
    hosts.forEach(host -> host.queue.close());
    hosts.clear();
  }
}
