package io.gatemini.sandbox.internal.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.ConfigException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.process.ProgramStart;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts workers with the Java that runs this, on the class path that the engine needs. */
public final class JavaWorkers implements WorkerLauncher {
  /** The configuration of a plug-in whose programs run in workers. */
  public static final OptionTable KEYS = new OptionTable("workers");

  private static final OptionKey<String> JAVA =
      KEYS.add(
          "worker_java",
          OptionType.text().nonBlank(),
          "The java that starts workers; the gateway's own where it is left out.");
  private static final OptionKey<String> CLASS_PATH =
      KEYS.add(
          "worker_class_path",
          OptionType.text().nonBlank(),
          "The class path of workers; found by the gateway where it is left out.");

  /** The first version that warns of what the engine does with memory and native libraries. */
  private static final int FIRST_WITH_WARNINGS = 24;

  /**
   * The variables of the gateway's environment that the virtual machine and its libraries read; no
   * secrets.
   */
  private static final Set<String> ENVIRONMENT =
      Set.of("LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP");

  /** Returns freed memory to the system; the C library would keep much of it. */
  private static final Map<String, String> MEMORY =
      Map.of(
          "MALLOC_ARENA_MAX", "2",
          "MALLOC_MMAP_THRESHOLD_", "1048576",
          "MALLOC_TRIM_THRESHOLD_", "1048576");

  private final EngineFactory engines;
  private final String java;
  private final Supplier<String> findClassPath;
  private final long heapBytes;
  private final int feature;
  private final Path cache;

  // Guarded by this.
  private @Nullable WorkerArchive archive;

  private JavaWorkers(
      EngineFactory engines,
      String java,
      Supplier<String> findClassPath,
      long heapBytes,
      Path cache) {
    this.engines = engines;
    this.java = java;
    this.feature = Runtime.version().feature();
    this.cache = cache;
    this.findClassPath = findClassPath;
    this.heapBytes = heapBytes;
  }

  /**
   * With what a plug-in's configuration says of them.
   *
   * @param engines makes the engine that they hold
   * @param config {@code worker_java} and {@code worker_class_path}, where they are to be others
   *     than the gateway's
   */
  public static JavaWorkers of(EngineFactory engines, SandboxConfig sandbox, JsonNode config) {
    return of(engines, sandbox, config, ClassArchives.directory());
  }

  static JavaWorkers of(EngineFactory engines, SandboxConfig sandbox, JsonNode config, Path cache) {
    OptionValues values = read(engines, config);
    Optional<String> classPath = values.find(CLASS_PATH);
    return new JavaWorkers(
        engines,
        values.find(JAVA).orElseGet(JavaWorkers::ownJava),
        () -> classPath.orElseGet(() -> WorkerClassPath.find(engines)),
        engines.heapBytes(sandbox),
        cache);
  }

  /** Makes the archive of workers of a usual configuration; empty where it is there. */
  public static Optional<Path> makeArchive(EngineFactory engines)
      throws IOException, InterruptedException {
    JsonNode none = JsonNodeFactory.instance.objectNode();
    return of(engines, SandboxConfig.defaults(), none).archive().make();
  }

  /**
   * The reason why no worker can be started with a plug-in's configuration, as far as a check
   * without a start shows.
   */
  public static Optional<String> whyNone(EngineFactory engines, JsonNode config) {
    OptionValues values = read(engines, config);
    String java = values.find(JAVA).orElseGet(JavaWorkers::ownJava);
    if (Path.of(java).isAbsolute() && !Files.isExecutable(Path.of(java))) {
      return Optional.of(
          "there is no java to start; set worker_java of the plug-in " + engines.plugin());
    }
    if (values.find(CLASS_PATH).isEmpty()) {
      try {
        WorkerClassPath.find(engines);
      } catch (ConfigException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  private static OptionValues read(EngineFactory engines, JsonNode config) {
    return KEYS.read(Options.of("plugins." + engines.plugin(), config));
  }

  private static String ownJava() {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return Path.of(System.getProperty("java.home"), "bin", windows ? "java.exe" : "java")
        .toString();
  }

  @Override
  public Process launch(Path scratch) throws IOException {
    return start(program(command(scratch)));
  }

  /** The command that starts a worker. */
  List<String> command(Path scratch) {
    WorkerArchive known = archive();
    return command(scratch, known.classPath(), known.flags());
  }

  synchronized WorkerArchive archive() {
    WorkerArchive known = archive;
    if (known == null) {
      known = new WorkerArchive(findClassPath.get(), this::train, cache);
      archive = known;
    }
    return known;
  }

  private Process train(String classPath, List<String> recording, Path scratch) throws IOException {
    List<String> command = new ArrayList<>(ClassArchives.lowPriority());
    command.addAll(command(scratch, classPath, recording));
    command.add(WorkerMain.TRAIN);
    return start(program(command).discardOutput().discardErrors());
  }

  private List<String> command(Path scratch, String classPath, List<String> archiveFlags) {
    List<String> command = new ArrayList<>();
    command.add(java);
    // Another virtual machine than HotSpot may not know some of them, and does without.
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.add("-Xmx" + heapBytes);
    // It grows where a program needs it: 60 MB less memory after some hundred that do not.
    command.add("-Xms4m");
    // A class archive that is moved is memory of this process alone.
    command.add("-XX:+UnlockDiagnosticVMOptions");
    command.add("-XX:ArchiveRelocationMode=0");
    command.add("-XX:+UseSerialGC");
    // A program lives for milliseconds: the optimizing compiler costs more than it gains.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+ExitOnOutOfMemoryError");
    // Nothing is left behind by a process that is killed, and nothing is said on its output.
    command.add("-XX:-UsePerfData");
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-XX:+ErrorFileToStderr");
    command.add("-XX:+DisplayVMOutputToStderr");
    command.add("-Xlog:disable");
    command.add("-Xlog:all=error:stderr");
    if (feature >= FIRST_WITH_WARNINGS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(engines.flags());
    command.addAll(archiveFlags);
    cache().ifPresent(directory -> command.add("-D" + WorkerMain.CACHE + "=" + directory));
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-Djava.awt.headless=true");
    command.add("-Dpolyglotimpl.AttachLibraryFailureAction=ignore");
    // Dates and numbers are written as they would be in the gateway's own process.
    command.add("-Duser.timezone=" + TimeZone.getDefault().getID());
    command.add("-Duser.language=" + Locale.getDefault().getLanguage());
    command.add("-Duser.country=" + Locale.getDefault().getCountry());
    command.add("-cp");
    command.add(classPath);
    command.add(WorkerMain.class.getName());
    command.add(engines.getClass().getName());
    return command;
  }

  private Optional<Path> cache() {
    try {
      return Optional.of(ClassArchives.directory(cache));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static ProgramStart program(List<String> command) throws IOException {
    return ProgramStart.of(command, ENVIRONMENT, MEMORY);
  }

  private static Process start(ProgramStart program) throws IOException {
    try {
      return program.start().process();
    } catch (IOException e) {
      // The message would name a path of the host, and an agent may read it.
      throw new IOException("java could not be started" + cause(e), e);
    }
  }

  private static String cause(IOException e) {
    return Optional.ofNullable(e.getMessage())
        .filter(message -> message.contains("error="))
        .map(message -> " (" + message.substring(message.lastIndexOf("error=")) + ")")
        .orElse("");
  }

  @Override
  public boolean needsSpare() {
    return engines.needsSpare();
  }

  @Override
  public void rested() {
    archive().makeInBackground();
  }

  @Override
  public void failed() {
    archive().distrust();
  }

  @Override
  public synchronized void close() {
    if (archive != null) {
      archive.close();
    }
  }
}
