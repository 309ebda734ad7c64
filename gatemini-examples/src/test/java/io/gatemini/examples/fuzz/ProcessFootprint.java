package io.gatemini.examples.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/**
 * What a Java process holds at one moment.
 *
 * @param files open descriptors of every kind
 * @param children its children and theirs
 * @param liveBytes the objects left by a full collection
 * @param largest what most of them are, to look at when there are too many
 */
record ProcessFootprint(int threads, int files, int children, long liveBytes, String largest) {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
  private static final int LARGEST_LINES = 18;

  /** Measures; collects the garbage of the process. */
  static ProcessFootprint of(ProcessHandle process) throws IOException, InterruptedException {
    long pid = process.pid();
    // Whoever asks for it twice gets rid of what only finalizers and cleaners held.
    histogram(pid);
    String histogram = histogram(pid);
    Matcher total = TOTAL.matcher(histogram);
    if (!total.find()) {
      throw new IllegalStateException("the process tells nothing of its heap: " + histogram);
    }
    return new ProcessFootprint(
        count("/proc/" + pid + "/task"),
        count("/proc/" + pid + "/fd"),
        (int) process.descendants().filter(ProcessHandle::isAlive).count(),
        Long.parseLong(total.group(1)),
        String.join("\n", histogram.lines().limit(LARGEST_LINES).toList()));
  }

  /** A histogram of live objects begins with a collection. */
  private static String histogram(long pid) throws IOException, InterruptedException {
    return jcmd(pid, "GC.class_histogram");
  }

  /** What a JDK's tool says of a process. */
  static String jcmd(long pid, String command) throws IOException, InterruptedException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process jcmd =
        new ProcessBuilder(tool.toString(), "" + pid, command).redirectErrorStream(true).start();
    String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!jcmd.waitFor(60, TimeUnit.SECONDS)) {
      jcmd.destroyForcibly();
    }
    return text;
  }

  private static int count(String directory) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(directory))) {
      return (int) entries.count();
    }
  }

  /** Compares with what there was before; a little more is right, as pools and caches fill. */
  void mustBeLike(ProcessFootprint before, Tolerance tolerance, SoftAssertions must) {
    must.assertThat(threads).as("threads").isLessThanOrEqualTo(before.threads + tolerance.threads);
    must.assertThat(files).as("files").isLessThanOrEqualTo(before.files + tolerance.files);
    must.assertThat(children)
        .as("children")
        .isLessThanOrEqualTo(before.children + tolerance.children);
    must.assertThat(liveBytes)
        .as("live heap; the largest:\n%s\n", largest)
        .isLessThan(before.liveBytes + tolerance.heapBytes);
  }

  /** How much more than before there may be. */
  record Tolerance(int threads, int files, int children, long heapBytes) {}

  @Override
  public String toString() {
    return threads
        + " threads, "
        + files
        + " files, "
        + children
        + " children, "
        + Math.round(liveBytes / 1e5) / 10.0
        + " MB live";
  }
}
