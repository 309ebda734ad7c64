package io.gatemini.internal.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** The memory of processes, read from a listing of them. */
record ProcessTable(Map<Long, Row> rows) {
  private static final long KIB = 1024;
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private static final Pattern FIELD_END = Pattern.compile("\",\"");

  /** {@code "name","pid","session","session number","memory"}. */
  private static final int TASKLIST_FIELDS = 5;

  /**
   * One process.
   *
   * @param parent its parent's number; 0 if the listing has none
   */
  record Row(long parent, long residentBytes) {}

  ProcessTable {
    rows = Map.copyOf(rows);
  }

  /**
   * Reads {@code ps -A -o pid=,ppid=,rss=}: numbers, memory in KiB. Lines that are none of it are
   * left out.
   */
  static ProcessTable ofPs(String output) {
    Map<Long, Row> rows = new HashMap<>();
    output
        .lines()
        .map(line -> BLANKS.splitAsStream(line.strip()).map(ProcessTable::number).toList())
        .filter(numbers -> numbers.size() == 3 && numbers.stream().allMatch(number -> number >= 0))
        .forEach(
            numbers -> rows.put(numbers.get(0), new Row(numbers.get(1), numbers.get(2) * KIB)));
    return new ProcessTable(rows);
  }

  /**
   * Reads {@code tasklist /FO CSV /NH}. The memory is written as the user's locale groups digits,
   * with a unit in its language: only the digits count, and they are KiB.
   */
  static ProcessTable ofTasklist(String output) {
    Map<Long, Row> rows = new HashMap<>();
    output
        .lines()
        .map(ProcessTable::csvFields)
        .filter(fields -> fields.size() == TASKLIST_FIELDS)
        .forEach(
            fields -> {
              long pid = number(fields.get(1));
              if (pid >= 0) {
                long memory = number(digits(fields.get(TASKLIST_FIELDS - 1)));
                rows.put(pid, new Row(0, Math.max(0, memory) * KIB));
              }
            });
    return new ProcessTable(rows);
  }

  /** The memory of some processes and their descendants together; empty when none is listed. */
  OptionalLong residentBytes(Collection<Long> pids) {
    Map<Long, List<Long>> children = new HashMap<>();
    rows.forEach(
        (pid, row) -> children.computeIfAbsent(row.parent(), p -> new ArrayList<>()).add(pid));
    // 0 is the parent of processes without one, and of all where parents are unknown.
    children.remove(0L);
    Deque<Long> open = new ArrayDeque<>(pids);
    Set<Long> counted = new HashSet<>();
    long sum = 0;
    boolean found = false;
    for (Long pid = open.poll(); pid != null; pid = open.poll()) {
      Row row = rows.get(pid);
      if (row != null && counted.add(pid)) {
        found = true;
        sum += row.residentBytes();
        open.addAll(children.getOrDefault(pid, List.of()));
      }
    }
    return found ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  /** The fields of a line in which every field is quoted; empty for another line. */
  private static List<String> csvFields(String line) {
    String text = line.strip();
    if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
      return List.of();
    }
    return List.of(FIELD_END.split(text.substring(1, text.length() - 1), TASKLIST_FIELDS + 1));
  }

  private static String digits(String text) {
    StringBuilder digits = new StringBuilder();
    text.codePoints()
        .map(c -> Character.digit(c, 10))
        .filter(digit -> digit >= 0)
        .forEach(digits::append);
    return digits.toString();
  }

  /** A number of up to fifteen digits, so that nothing overflows; -1 for anything else. */
  private static long number(String text) {
    boolean fits = !text.isEmpty() && text.length() <= 15;
    return fits && text.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(text) : -1;
  }
}
