package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/**
 * Memory, threads and files of a Java process at one moment, or the limits of their growth.
 *
 * @param files open descriptors of every kind
 * @param children its children and theirs
 * @param liveBytes the objects left by a full collection
 */
record ProcessFootprint(int threads, int files, int children, long liveBytes) {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

  /** Measures; collects the garbage of the process. */
  static ProcessFootprint of(ProcessHandle process) throws IOException {
    // A histogram of live objects begins with a collection. The second one is rid of the objects
    // that only finalizers and cleaners held.
    jcmd(process, "GC.class_histogram");
    String histogram = jcmd(process, "GC.class_histogram");
    Matcher total = TOTAL.matcher(histogram);
    assertThat(total.find()).as(histogram).isTrue();
    ProcessFootprint now =
        new ProcessFootprint(
            count(process, "task"),
            count(process, "fd"),
            (int) process.descendants().filter(ProcessHandle::isAlive).count(),
            Long.parseLong(total.group(1)));
    System.out.println(now + histogram.lines().limit(12).collect(Collectors.joining("\n")));
    return now;
  }

  /** The answer of a JDK's tool about a process. */
  static String jcmd(ProcessHandle process, String command) throws IOException {
    String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    return new String(
        new ProcessBuilder(tool, "" + process.pid(), command)
            .redirectErrorStream(true)
            .start()
            .getInputStream()
            .readAllBytes(),
        StandardCharsets.UTF_8);
  }

  private static int count(ProcessHandle process, String directory) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("/proc/" + process.pid(), directory))) {
      return (int) entries.count();
    }
  }

  /** Measures again; a little more is right, as pools and caches fill. */
  void mustLast(ProcessHandle process, ProcessFootprint more, SoftAssertions must)
      throws IOException {
    ProcessFootprint now = of(process);
    must.assertThat(now.threads).as("threads").isLessThanOrEqualTo(threads + more.threads);
    must.assertThat(now.files).as("files").isLessThanOrEqualTo(files + more.files);
    must.assertThat(now.children).as("children").isLessThanOrEqualTo(children + more.children);
    must.assertThat(now.liveBytes).as("live heap").isLessThan(liveBytes + more.liveBytes);
  }
}
