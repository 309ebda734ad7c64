package io.gatemini.server.archive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags that the launchers start the server with, by Java version. An archive only fits a
 * process with the collector it was made with; the launcher scripts hold the same flags, and a test
 * compares them.
 */
public final class ServerFlags {
  /** The first version whose archives hold more than classes (JEP 483). */
  static final int FIRST_WITH_AOT_CACHE = 24;

  /** The first version that makes an AOT cache in one step (JEP 514). */
  static final int FIRST_WITH_ONE_STEP = 25;

  // Not -XX:+ExitOnOutOfMemoryError: one answer that does not fit would end the server for every
  // call that does. An Error fails what it belongs to; only where the client cannot be heard or
  // told any more does the server end itself, with a code and a line.

  private ServerFlags() {}

  /** Flags of every version. */
  public static List<String> of(int feature) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-XX:+UseSerialGC",
                "-Xmx256m",
                // A young generation that would grow with the heap is most of the memory after
                // load.
                "-Xmn24m",
                // A server lives for some thousand calls: the optimizing compiler costs more than
                // it gains until long after that, and 50 MB. See BENCHMARKS.md.
                "-XX:TieredStopAtLevel=1",
                // Compiled after a third of the usual calls: the first thousands are the ones
                // that somebody waits for.
                "-XX:CompileThresholdScaling=0.3",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xlog:all=error:stderr"));
    if (feature >= FIRST_WITH_AOT_CACHE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    return flags;
  }

  /** What the proxy has instead: it holds a few messages, and lives as long as an editor. */
  static List<String> ofProxy(int feature) {
    List<String> flags = new ArrayList<>(of(feature));
    flags.addAll(
        List.of(
            "-Xmx8m", "-Xmn2m", "-XX:ReservedCodeCacheSize=8m", "-XX:CompileThresholdScaling=1"));
    return flags;
  }

  /**
   * The name of the archive of a program for a Java version such as {@code 17.0.15}.
   *
   * @param program the name of its jar
   */
  static String archiveName(String program, int feature, String version) {
    return program + "-" + version + (feature >= FIRST_WITH_AOT_CACHE ? ".aot" : ".jsa");
  }

  /** The flags that make a process record an archive; the last step of two where there are two. */
  static List<List<String>> recording(int feature, Path archive) {
    if (feature >= FIRST_WITH_ONE_STEP) {
      return List.of(List.of("-XX:AOTCacheOutput=" + archive));
    }
    if (feature >= FIRST_WITH_AOT_CACHE) {
      Path recorded = archive.resolveSibling(archive.getFileName() + ".conf");
      return List.of(
          List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded),
          List.of(
              "-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded, "-XX:AOTCache=" + archive));
    }
    return List.of(List.of("-XX:ArchiveClassesAtExit=" + archive));
  }
}
