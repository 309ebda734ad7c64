package io.gatemini.sandbox.internal.v8;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.js.JsEngine;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineFactory.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.sandbox.internal.worker.ClassArchives;
import io.gatemini.sandbox.internal.worker.WorkerMain;
import io.gatemini.spi.PluginContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the engine {@code v8}. */
public final class V8Factory implements EngineFactory {
  private static final String LIBRARY = "javet-v8-";

  /** The largest value that a program returns is in there some times while it passes through. */
  private static final long HEAP_BYTES = 192L << 20;

  private static final String HOST = "com.caoccao.javet.interop.V8Host";

  private final GraalJsFactory other = new GraalJsFactory();

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

  /** GraalJS, where V8 cannot be loaded in this process, which is a worker. */
  @Override
  public LocalEngine create(SandboxConfig sandbox, PluginContext context) {
    return create(sandbox, context, WorkerMain.cache(), false);
  }

  /** The same in the gateway's process. */
  public LocalEngine createInGateway(SandboxConfig sandbox, PluginContext context) {
    return create(sandbox, context, ClassArchives.directory(), true);
  }

  private LocalEngine create(
      SandboxConfig sandbox, PluginContext context, Path cache, boolean inGateway) {
    try {
      V8Contexts contexts = V8Contexts.load(sandbox, cache, inGateway);
      return new JsEngine(
          sandbox,
          context.scheduler(),
          contexts,
          new V8MemoryWatch(sandbox, context.scheduler(), inGateway),
          new Transpilers(() -> List.of(contexts.transpiler())),
          "");
    } catch (IllegalStateException | LinkageError e) {
      if (!GraalJsFactory.isThere()) {
        throw e;
      }
      return other.create(
          sandbox, context, "V8 is not used: " + e.getMessage() + "; programs run on GraalJS");
    }
  }

  @Override
  public EngineJars jars() {
    EngineJars more = other.jars();
    List<String> wanted = new ArrayList<>(more.needed());
    wanted.add("com.ibm.icu.util.ULocale");
    wanted.addAll(more.wanted());
    return new EngineJars(List.of(HOST), wanted, more.resources(), List.of(LIBRARY));
  }

  /** For GraalJS, where it takes over. */
  @Override
  public List<String> plugins(PluginContext context) {
    return other.plugins(context);
  }

  /** Programs are not in there; what they ask for passes through. */
  @Override
  public long heapBytes(SandboxConfig sandbox) {
    return Math.min(sandbox.workerHeapBytes(), HEAP_BYTES);
  }

  @Override
  public boolean needsSpare() {
    return true;
  }

  @Override
  public List<String> flags() {
    // V8 says itself why it ends a process; the virtual machine would add some hundred lines.
    return List.of("-XX:+SuppressFatalErrorMessage");
  }
}
