package io.gatemini.examples.resilience;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server over stdio with one {@link Fault}, which it shows while the file {@code armed} is
 * in its directory. There it also notes its processes, the calls it executed, and when the fault
 * came.
 *
 * <p>Written without a library, JSON by hand: it starts in a fraction of a second.
 *
 * <p>{@code java FaultyServer <fault> <directory>}
 */
public final class FaultyServer {
  static final String ARMED = "armed";
  static final String PIDS = "pids";
  static final String EXECUTED = "executed";
  static final String CANCELLED = "cancelled";
  static final String MOMENT = "moment";

  /** Longer than any caller of a late answer waits. */
  static final long LATE_MILLIS = 1_000;

  static final int LARGE = 12_000_000;

  private static final int HUGE = 100_000_000;
  private static final int FLOOD_LINES = 100_000;
  private static final int GROWTH_BYTES = 180_000_000;
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+|\"[^\"]*\")");
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
  private static final Pattern VERSION = Pattern.compile("\"protocolVersion\":\"([^\"]*)\"");
  private static final Pattern TOOL = Pattern.compile("\"name\":\"([^\"]*)\"");
  private static final Pattern TEXT = Pattern.compile("\"text\":\"([^\"]*)\"");

  private final Fault fault;
  private final Path directory;
  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final List<byte[]> grown = new ArrayList<>();

  private FaultyServer(Fault fault, Path directory) {
    this.fault = fault;
    this.directory = directory;
  }

  /** The command line of a server; its class path is that of the tests alone. */
  static List<String> command(Fault fault, Path directory) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        fault == Fault.GROWS ? "-Xmx512m" : "-Xmx64m",
        "-cp",
        Path.of(FaultyServer.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toString(),
        FaultyServer.class.getName(),
        fault.name(),
        directory.toString());
  }

  public static void main(String[] args) throws Exception {
    Fault fault = Fault.valueOf(args[0]);
    FaultyServer server = new FaultyServer(fault, Path.of(args[1]));
    server.note(PIDS, "" + ProcessHandle.current().pid());
    if (args.length > 2) {
      waitForever(); // the grandchild
    }
    server.begin();
    server.serve();
    if (fault == Fault.IGNORES_TERM) {
      waitForever();
    }
    System.exit(0);
  }

  private void begin() throws IOException {
    switch (fault) {
      case DIES_AT_START -> {
        if (armed()) {
          System.err.println("the licence file is missing");
          System.exit(3);
        }
      }
      case IGNORES_TERM ->
          // A process ends when its shutdown hooks have: this one never does.
          Runtime.getRuntime().addShutdownHook(new Thread(FaultyServer::waitForever));
      case SPAWNS_GRANDCHILDREN, SPAWNS_GRANDCHILDREN_AND_DIES -> {
        List<String> line = new ArrayList<>(command(fault, directory));
        line.add("grandchild");
        Process child =
            new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        note(PIDS, "" + child.pid());
      }
      default -> {}
    }
  }

  private static void waitForever() {
    CountDownLatch never = new CountDownLatch(1);
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.onSpinWait(); // waits on: that is the point of it
      }
    }
  }

  /** Whether the fault is to be shown, now and later. */
  private boolean armed() {
    return Files.exists(directory.resolve(ARMED));
  }

  /** Whether the fault is to be shown; it will not be again, not even by the next process. */
  private boolean fires() throws IOException {
    if (!Files.deleteIfExists(directory.resolve(ARMED))) {
      return false;
    }
    note(MOMENT, "" + System.currentTimeMillis());
    return true;
  }

  private void note(String file, String line) throws IOException {
    Files.writeString(
        directory.resolve(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void serve() throws Exception {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
    String line;
    while ((line = lines.readLine()) != null) {
      String id = first(ID, line);
      switch (first(METHOD, line)) {
        case "initialize" -> {
          if (fault != Fault.HANGS_AT_INITIALIZE || !armed()) {
            answer(
                id,
                "{\"protocolVersion\":\""
                    + first(VERSION, line)
                    + "\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                    + "\"serverInfo\":{\"name\":\"faulty\",\"version\":\"1\"}}");
          }
        }
        case "tools/list" -> {
          if (fault != Fault.HANGS_AT_LIST || !armed()) {
            answer(id, tools());
          }
        }
        case "tools/call" -> call(id, first(TOOL, line), first(TEXT, line));
        case "notifications/cancelled" -> note(CANCELLED, line);
        default -> {
          if (!id.isEmpty()) {
            answer(id, "{}");
          }
        }
      }
    }
  }

  private static String first(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String tools() {
    return "{\"tools\":["
        + tool("echo", "Answers with the text.", "{}")
        + ","
        + tool("act", "Does something and answers with the text.", "{}")
        + ","
        + tool("read", "Reads and answers with the text.", "{\"readOnlyHint\":true}")
        + ","
        + tool("hang", "Never answers.", "{}")
        + "]}";
  }

  private static String tool(String name, String description, String annotations) {
    return "{\"name\":\""
        + name
        + "\",\"description\":\""
        + description
        + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}},"
        + "\"annotations\":"
        + annotations
        + "}";
  }

  private void call(String id, String tool, String text) throws Exception {
    switch (tool) {
      case "hang" -> note(EXECUTED, text);
      case "act", "read" -> {
        note(EXECUTED, text);
        if (fires()) {
          misbehave(id, text);
        } else {
          answer(id, result(text));
        }
      }
      default -> answer(id, result(text));
    }
  }

  private static String result(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
  }

  private void misbehave(String id, String text) throws Exception {
    String good = message(id, result(text));
    switch (fault) {
      case DIES_MID_CALL -> {
        System.err.println("the disk is on fire");
        Runtime.getRuntime().halt(42);
      }
      // The virtual machine waits for the thread that waits for the child before it halts.
      case SPAWNS_GRANDCHILDREN_AND_DIES -> signal("KILL");
      case HANGS_AT_CALL -> {}
      case FREEZES -> signal("STOP");
      case ANSWERS_LATE -> later(good);
      case ANSWERS_TWICE -> write(good + good);
      case ANSWERS_ANOTHER_ID -> write(message(id + "000", result(text)));
      case GARBAGE_LINES ->
          write(
              "npm notice new version available\n\n[]\n{\"id\":5}\n"
                  + message("\"nobody\"", "{}")
                  + "\u0000\u0001\u001b[31m\n"
                  + good
                  + "}{ not json\n");
      case HALF_A_LINE -> write(good.substring(0, good.length() / 2));
      case HALF_A_LINE_AND_DIES -> {
        write(good.substring(0, good.length() / 2));
        Runtime.getRuntime().halt(42);
      }
      case LARGE_ANSWER -> writeLarge(id, LARGE);
      case HUGE_ANSWER -> writeLarge(id, HUGE);
      case FLOODS_NOTIFICATIONS ->
          flood("notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"x\"}", good);
      case FLOODS_LIST_CHANGED -> flood("notifications/tools/list_changed\"", good);
      case FLOODS_STDERR -> {
        byte[] line = ("it is cold in here ".repeat(10) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < FLOOD_LINES; i++) {
          System.err.write(line);
        }
        write(good);
      }
      case CLOSES_STDIN -> {
        in.close();
        write(good);
        waitForever();
      }
      case CLOSES_STDOUT -> {
        out.close();
        waitForever();
      }
      case GROWS -> {
        for (int bytes = 0; bytes < GROWTH_BYTES; bytes += 10_000_000) {
          byte[] more = new byte[10_000_000];
          Arrays.fill(more, (byte) 1);
          grown.add(more);
        }
        write(good);
      }
      default -> write(good);
    }
  }

  private static void signal(String name) throws Exception {
    long self = ProcessHandle.current().pid();
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + self).start().waitFor();
  }

  private void later(String message) {
    Thread timer =
        new Thread(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(LATE_MILLIS);
                write(message);
              } catch (IOException | InterruptedException e) {
                System.exit(4);
              }
            });
    timer.setDaemon(true);
    timer.start();
  }

  private void flood(String notification, String end) throws IOException {
    String line = "{\"jsonrpc\":\"2.0\",\"method\":\"" + notification + "}\n";
    String many = line.repeat(100);
    for (int i = 0; i < FLOOD_LINES / 100; i++) {
      write(many);
    }
    write(end);
  }

  private void writeLarge(String id, int bytes) throws IOException {
    String[] around = message(id, result("HERE")).split("HERE", -1);
    String block = "x".repeat(100_000);
    write(around[0]);
    for (int i = 0; i < bytes; i += block.length()) {
      write(block);
    }
    write(around[1]);
  }

  private void answer(String id, String result) throws IOException {
    write(message(id, result));
  }

  private static String message(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}\n";
  }

  private synchronized void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
