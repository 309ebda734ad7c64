package io.gatemini.sandbox.internal.worker;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Causes;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The process behind isolation {@code process}: takes programs from its standard input and ends
 * with it, so that no gateway leaves one behind however it ends.
 */
public final class WorkerMain {
  /** Makes the process run what a worker warms up with, and end. */
  static final String TRAIN = "--train";

  /** The property with the directory where workers keep what speeds up the next ones. */
  static final String CACHE = "io.gatemini.sandbox.cache";

  /** Programs that wait for a worker are sent at once, and do not share its start with others. */
  private static final long QUIET_MILLIS = 300;

  private WorkerMain() {}

  /**
   * Serves the gateway that started this process.
   *
   * @param args the class of the {@link EngineFactory} that makes its engine, and {@link #TRAIN}
   */
  public static void main(String[] args) throws IOException {
    // The pipe belongs to the frames; whatever a library prints goes elsewhere.
    OutputStream frames =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 << 10);
    System.setOut(System.err);
    if (args.length > 1 && args[1].equals(TRAIN)) {
      train(factory(args[0]));
      return;
    }
    endOnErrors();
    int status = 0;
    try {
      serve(
          factory(args[0]),
          new BufferedInputStream(new FileInputStream(FileDescriptor.in), 64 << 10),
          frames);
    } catch (IOException | WorkerProtocolException e) {
      System.err.println("the gateway cannot be understood: " + e.getMessage());
      status = 1;
    }
    ScratchDirectory.delete(scratch());
    Runtime.getRuntime().halt(status);
  }

  private static EngineFactory factory(String name) {
    try {
      return Class.forName(name)
          .asSubclass(EngineFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalStateException("the worker has no engine " + name, e);
    }
  }

  /** Has whatever gets to the top of a thread end the process: half a worker is none. */
  public static void endOnErrors() {
    Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> end(problem));
  }

  /** Ends the process, with what it was as its last words. */
  static void end(Throwable problem) {
    end("the worker failed: " + Causes.of(problem));
  }

  private static void end(String lastWords) {
    try {
      System.err.println(lastWords);
      ScratchDirectory.delete(scratch());
    } finally {
      Runtime.getRuntime().halt(1);
    }
  }

  private static void serve(EngineFactory factory, InputStream in, OutputStream out)
      throws IOException {
    WorkerFrame first = WorkerFrame.readFrom(in);
    if (first == null) {
      return;
    }
    if (first.type() != WorkerFrame.Type.CONFIG) {
      throw new WorkerProtocolException("the first frame is " + first.type());
    }
    WireReader body = new WireReader(first.body());
    SandboxConfig config = WorkerCodec.config(body);
    WorkerContext context = new WorkerContext(body.list(WireReader::text));
    LocalEngine engine = factory.create(config, context);
    WorkerService service = new WorkerService(engine, context.scheduler(), out);
    context
        .executor()
        .execute(
            () -> {
              engine.getReady();
              service.ready();
              warmWhenQuiet(engine, context, service);
            });
    for (WorkerFrame frame = WorkerFrame.readFrom(in);
        frame != null;
        frame = WorkerFrame.readFrom(in)) {
      service.take(frame);
    }
  }

  private static void warmWhenQuiet(
      LocalEngine engine, WorkerContext context, WorkerService service) {
    context
        .scheduler()
        .schedule(
            () -> {
              if (service.wasUsed()) {
                warmWhenQuiet(engine, context, service);
              } else {
                // Unpacked files are loaded then, and a process that is killed cannot clean up.
                engine.warmUp().thenRun(() -> ScratchDirectory.delete(scratch()));
              }
            },
            QUIET_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private static void train(EngineFactory factory) {
    Thread gateway = new Thread(WorkerMain::endWithGateway, "gatemini-gateway");
    gateway.setDaemon(true);
    gateway.start();
    Outcome outcome;
    try (LocalEngine engine = factory.create(SandboxConfig.defaults(), new WorkerContext(null))) {
      outcome = engine.warmUp().toCompletableFuture().join();
    }
    ScratchDirectory.delete(scratch());
    System.exit(outcome.status() == Status.OK ? 0 : 1);
  }

  /** Nothing is sent to a process that trains, so that whatever it reads is the end. */
  private static void endWithGateway() {
    try (InputStream in = new FileInputStream(FileDescriptor.in)) {
      end("the gateway has ended: " + in.read());
    } catch (IOException e) {
      end(e);
    }
  }

  /** Where an engine may keep what speeds up the next worker. */
  public static Path cache() {
    return Optional.ofNullable(System.getProperty(CACHE))
        .map(Path::of)
        .orElseGet(WorkerMain::scratch);
  }

  private static Path scratch() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }
}
