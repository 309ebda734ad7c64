package io.gatemini.testing;

import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A transport whose backends follow a {@link TestScript}: one for all of them, or one for each name
 * of a backend. Remembers every backend it has made. Thread-safe.
 */
public final class TestTransport implements BackendProvider {
  /** Each backend, from its creation until {@link #next} takes it. */
  public final BlockingQueue<TestBackend> created = new LinkedBlockingQueue<>();

  /** The names of the backends that were called, in order. */
  public final Queue<String> called = new ConcurrentLinkedQueue<>();

  private final String name;
  private final TestScript script = new TestScript();
  private final Map<String, TestScript> scripts = new ConcurrentHashMap<>();
  private final List<TestBackend> backends = new CopyOnWriteArrayList<>();

  public TestTransport(String name) {
    this.name = name;
  }

  /**
   * A transport whose backends wait for the test: each starts when its {@link TestBackend#started}
   * completes, and answers a call when the test completes that.
   */
  public static TestTransport manual(String name) {
    TestTransport transport = new TestTransport(name);
    transport.script.isManual = true;
    return transport;
  }

  /** The behaviour of every backend without a script of its own. */
  public TestScript backends() {
    return script;
  }

  /**
   * The behaviour of the backend of this name, now and after each restart. It begins as a copy of
   * {@link #backends}.
   */
  public TestScript backend(String backend) {
    return scripts.computeIfAbsent(backend, added -> new TestScript(script));
  }

  TestScript scriptOf(String backend) {
    return scripts.getOrDefault(backend, script);
  }

  /** Every backend that was created, in order. */
  public List<TestBackend> all() {
    return List.copyOf(backends);
  }

  /** Every backend of this name that was created, in order. */
  public List<TestBackend> all(String backend) {
    return backends.stream().filter(made -> made.context.name().equals(backend)).toList();
  }

  /** The newest backend of this name. */
  public TestBackend last(String backend) {
    List<TestBackend> all = all(backend);
    if (all.isEmpty()) {
      throw new AssertionError("no backend " + backend + " was created");
    }
    return all.get(all.size() - 1);
  }

  /** Waits for the next backend that is created. */
  public TestBackend next() throws InterruptedException {
    TestBackend backend = created.poll(60, TimeUnit.SECONDS);
    if (backend == null) {
      throw new AssertionError("no backend was created");
    }
    return backend;
  }

  /** Keeps nothing of the backends of this name that were created so far. */
  public void forget(String backend) {
    backends.removeIf(made -> made.context.name().equals(backend));
    created.removeIf(made -> made.context.name().equals(backend));
  }

  /** Changes the tools of a backend and notifies the gateway. */
  public void change(String backend, BackendTool... tools) {
    backend(backend).tools(tools);
    last(backend).context.listener().toolsChanged();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public TestBackend create(BackendContext context) {
    TestBackend backend = new TestBackend(context, this);
    backends.add(backend);
    created.add(backend);
    return backend;
  }
}
