package io.gatemini.sandbox.internal.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The console of a program, up to a bound. Thread-safe. */
public final class LogBuffer {
  private final int maxBytes;
  private final List<String> lines = new ArrayList<>();
  private long bytes;
  private boolean full;

  public LogBuffer(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes a line; whether it was kept. */
  public synchronized boolean add(String line) {
    if (full) {
      return false;
    }
    // An empty line costs one, so that there is a bound on their number as well.
    bytes += line.getBytes(StandardCharsets.UTF_8).length + 1L;
    if (bytes > maxBytes) {
      full = true;
      lines.add("[console output over " + maxBytes + " bytes is not kept]");
      return false;
    }
    lines.add(line);
    return true;
  }

  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
