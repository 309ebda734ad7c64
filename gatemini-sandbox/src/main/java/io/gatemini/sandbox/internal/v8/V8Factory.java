package io.gatemini.sandbox.internal.v8;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.typescript.SucraseFiles;
import io.gatemini.sandbox.internal.worker.WorkerMain;
import io.gatemini.spi.PluginContext;
import java.util.List;

/** Makes the engine {@code v8}, in worker processes alone. */
public final class V8Factory implements EngineFactory {
  private static final String LIBRARY = "javet-v8-";

  private static final long HEAP_BYTES = 96L << 20;

  private static final EngineJars JARS =
      new EngineJars(
          List.of("com.caoccao.javet.interop.V8Host"),
          List.of(),
          List.of(SucraseFiles.PROPERTIES),
          List.of(LIBRARY));

  /** Whether the jars of V8 for this platform are on the class path. */
  public static boolean isThere() {
    try {
      return V8Library.resource().isPresent();
    } catch (LinkageError e) {
      return false;
    }
  }

  @Override
  public String plugin() {
    return "v8";
  }

  @Override
  public LocalEngine create(SandboxConfig sandbox, PluginContext context) {
    return new V8Engine(sandbox, context.scheduler(), WorkerMain.cache());
  }

  @Override
  public EngineJars jars() {
    return JARS;
  }

  /** Programs are not in there; what they ask for passes through. */
  @Override
  public long heapBytes(SandboxConfig sandbox) {
    return Math.min(sandbox.workerHeapBytes(), HEAP_BYTES);
  }

  @Override
  public List<String> flags() {
    // V8 says itself why it ends a process; the virtual machine would add some hundred lines.
    return List.of("-XX:+SuppressFatalErrorMessage");
  }
}
