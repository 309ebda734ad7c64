package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.JsContexts;
import io.gatemini.sandbox.internal.js.JsFailure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Isolates out of the snapshot, some of them made ahead. Thread-safe. */
final class V8Contexts implements JsContexts {
  /** Clients whose isolates are kept; one that waits holds 2 MB. */
  private static final int MAX_USED = 2;

  /** An isolate keeps traces of its programs; after so many it goes. */
  private static final int MAX_PROGRAMS = 100;

  /** A used isolate may hold so much, which is mostly what was not collected yet. */
  private static final long MAX_USED_BYTES = 6L << 20;

  /** Longer than one takes; a program waits for it rather than make another beside it. */
  private static final long MAKING_NANOS = 20_000_000;

  private final V8Host host;
  private final String flags;
  private final Path directory;
  private final boolean inGateway;
  private final V8Transpiler transpiler;

  // Guarded by this.
  private final Queue<V8Context> ready = new ArrayDeque<>();
  private final Deque<Used> used = new ArrayDeque<>();
  private byte @Nullable [] snapshot;
  private boolean filling;
  private boolean awaited;
  private boolean closed;

  /** A new context of an isolate that has had programs of this client. */
  private record Used(String client, V8Context context) {}

  private V8Contexts(V8Host host, String flags, Path directory, boolean inGateway) {
    this.host = host;
    this.flags = flags;
    this.directory = directory;
    this.inGateway = inGateway;
    transpiler =
        new V8Transpiler(
            () -> {
              V8RuntimeOptions options = new V8RuntimeOptions();
              options.setSnapshotBlob(V8Snapshot.ofTranspiler(host, flags, directory));
              return host.createV8Runtime(options);
            });
  }

  /**
   * Those of the library, which is loaded.
   *
   * @param directory where the library and the snapshot are kept
   * @param inGateway whether the process is no worker, and is not to be ended
   * @throws IllegalStateException where it cannot be loaded, with the reason
   */
  static V8Contexts load(SandboxConfig sandbox, Path directory, boolean inGateway) {
    V8Host host = V8Library.load(sandbox, directory);
    return new V8Contexts(host, V8Library.flags(sandbox), directory, inGateway);
  }

  boolean isInGateway() {
    return inGateway;
  }

  @Override
  public synchronized @Nullable V8Context poll(long maxStatements, String client) {
    for (Used one : used) {
      if (one.client.equals(client)) {
        used.remove(one);
        return one.context;
      }
    }
    if (!awaited) {
      awaited = true;
      long since = System.nanoTime();
      try {
        while (ready.isEmpty() && filling && System.nanoTime() - since < MAKING_NANOS) {
          wait(1);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      awaited = false;
    }
    return ready.poll();
  }

  @Override
  public V8Context make(long maxStatements) {
    try {
      return V8Context.make(runtime(), this, 0);
    } catch (JavetException e) {
      throw new JsFailure(JsFailure.Kind.ENGINE, e);
    }
  }

  /** The transpiler of the programs in them. */
  V8Transpiler transpiler() {
    return transpiler;
  }

  private V8Runtime runtime() throws JavetException {
    V8RuntimeOptions options = new V8RuntimeOptions();
    synchronized (this) {
      byte[] blob = snapshot;
      if (blob == null) {
        blob = V8Snapshot.ofPrelude(host, flags, directory);
        snapshot = blob;
      }
      options.setSnapshotBlob(blob);
    }
    return host.createV8Runtime(options);
  }

  @Override
  public void fill() {
    synchronized (this) {
      if (filling) {
        return;
      }
      filling = true;
    }
    try {
      while (isMissing()) {
        add(make(0));
      }
    } finally {
      synchronized (this) {
        filling = false;
        notifyAll();
      }
    }
  }

  /** The isolate of the transpiler holds as much as four others, and most programs need none. */
  @Override
  public void rest() {
    transpiler.close();
  }

  /**
   * Keeps an isolate for the next program of a client, in a context of its own: that takes a third
   * of the time of a new isolate, and finds code compiled.
   *
   * @return whether it is kept or closed
   */
  boolean again(V8Runtime runtime, int programs, String client) throws JavetException {
    if (programs >= MAX_PROGRAMS) {
      return false;
    }
    // V8 ends the process that sets a second one.
    runtime.setNearHeapLimitCallback(null);
    runtime.resetContext();
    // Done at once where nothing runs.
    if (runtime.getV8HeapStatistics().join().getUsedHeapSize() > MAX_USED_BYTES) {
      return false;
    }
    Used mine = new Used(client, V8Context.make(runtime, this, programs));
    Used surplus = mine;
    synchronized (this) {
      if (!closed) {
        used.addFirst(mine);
        surplus = used.size() > MAX_USED ? used.removeLast() : null;
      }
    }
    if (surplus != null) {
      surplus.context.close();
    }
    return true;
  }

  private synchronized boolean isMissing() {
    return !closed && ready.isEmpty() && used.isEmpty();
  }

  private void add(V8Context made) {
    synchronized (this) {
      if (!closed) {
        ready.add(made);
        notifyAll();
        return;
      }
    }
    made.close();
  }

  @Override
  public void close() {
    List<V8Context> unused;
    synchronized (this) {
      closed = true;
      unused = Stream.concat(ready.stream(), used.stream().map(Used::context)).toList();
      ready.clear();
      used.clear();
    }
    unused.forEach(V8Context::close);
    transpiler.close();
  }
}
