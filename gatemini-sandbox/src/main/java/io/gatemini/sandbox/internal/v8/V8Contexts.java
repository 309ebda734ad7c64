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
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Isolates out of the snapshot, one of them made ahead. Thread-safe. */
final class V8Contexts implements JsContexts, AutoCloseable {
  private final SandboxConfig sandbox;
  private final Path directory;

  // Guarded by this.
  private final Queue<V8Context> ready = new ArrayDeque<>();
  private @Nullable V8Host host;
  private byte @Nullable [] snapshot;
  private boolean closed;

  /**
   * @param directory where the library and the snapshot are kept
   */
  V8Contexts(SandboxConfig sandbox, Path directory) {
    this.sandbox = sandbox;
    this.directory = directory;
  }

  @Override
  public synchronized @Nullable V8Context poll(long maxStatements) {
    return ready.poll();
  }

  @Override
  public V8Context make(long maxStatements) {
    try {
      return V8Context.make(runtime());
    } catch (JavetException e) {
      throw new JsFailure(JsFailure.Kind.ENGINE, e);
    }
  }

  private V8Runtime runtime() throws JavetException {
    V8Host loaded;
    V8RuntimeOptions options = new V8RuntimeOptions();
    synchronized (this) {
      loaded = host;
      byte[] blob = snapshot;
      if (loaded == null || blob == null) {
        loaded = V8Library.load(sandbox, directory);
        blob = V8Snapshot.get(loaded, V8Library.flags(sandbox), directory);
        host = loaded;
        snapshot = blob;
      }
      options.setSnapshotBlob(blob);
    }
    return loaded.createV8Runtime(options);
  }

  /** Makes one ahead where there is none. */
  void fill() {
    synchronized (this) {
      if (closed || !ready.isEmpty()) {
        return;
      }
    }
    V8Context made = make(0);
    synchronized (this) {
      if (!closed && ready.isEmpty()) {
        ready.add(made);
        return;
      }
    }
    made.close();
  }

  @Override
  public void close() {
    V8Context unused;
    synchronized (this) {
      closed = true;
      unused = ready.poll();
    }
    if (unused != null) {
      unused.close();
    }
  }
}
