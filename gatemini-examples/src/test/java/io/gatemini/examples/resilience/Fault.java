package io.gatemini.examples.resilience;

import io.gatemini.config.BackendConfig;
import io.gatemini.testing.ScriptedServer;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The misbehaviour of a server in a process, as a {@link ScriptedServer} plays it while the file
 * {@link #ARMED} is in its directory; it is well-behaved otherwise. There it also notes its
 * processes, the calls it executed, and when the fault came.
 */
enum Fault {
  NONE("nothing"),

  DIES_AT_START(
      "dies at start",
      Fault.GOOD
          + """
          start when DIR/armed stderr the licence file is missing
          start when DIR/armed exit 3
          """),
  HANGS_AT_INITIALIZE(
      "hangs at initialize", Fault.GOOD + "initialize unless DIR/armed " + ScriptedServer.GREET),
  HANGS_AT_LIST("hangs at list", Fault.GOOD),

  DIES_MID_CALL("dies mid-call", "fault stderr the disk is on fire\nfault exit 42"),
  /** Never answers the call, but pings. */
  HANGS_AT_CALL("hangs at call, answers pings", ""),
  /** Is stopped by a signal: alive, and deaf. */
  FREEZES("freezes altogether", "fault spawn kill -STOP ${pid}"),
  ANSWERS_LATE(
      "answers late after timeout",
      """
      notifications/cancelled say {"jsonrpc":"2.0","id":${/params/requestId},"result":\
      {"content":[{"type":"text","text":"late"}]}}
      """),
  ANSWERS_TWICE("answers twice", Fault.GOOD + Fault.GOOD),
  ANSWERS_ANOTHER_ID(
      "answers another id",
      "fault say {\"jsonrpc\":\"2.0\",\"id\":${/id}000,\"result\":{\"content\":[]}}"),

  GARBAGE_LINES(
      "garbage lines",
      """
      fault say npm notice new version available
      fault say\s
      fault say []
      fault say {"id":5}
      fault say {"jsonrpc":"2.0","id":"nobody","result":{}}
      fault say \0\1\u001b[31m
      """
          + Fault.GOOD
          + "fault write }{ not json\n"),
  /** Writes half of the answer and goes on without the rest. */
  HALF_A_LINE("half a line, then the next message", Fault.HALF),
  /** Writes half of the answer and exits. */
  HALF_A_LINE_AND_DIES("half a line, then exits", Fault.HALF + "fault exit 42"),
  LARGE_ANSWER("12 MB line", Fault.large(Fault.LARGE)),
  HUGE_ANSWER("100 MB line, over the limit", Fault.large(100_000_000)),
  FLOODS_NOTIFICATIONS(
      "floods notifications",
      Fault.FLOOD
          + """
          say {"jsonrpc":"2.0","method":"notifications/message",\
          "params":{"level":"info","data":"x"}}
          """
          + Fault.GOOD),
  FLOODS_LIST_CHANGED(
      "floods list_changed",
      Fault.FLOOD
          + """
          say {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
          """
          + Fault.GOOD),
  FLOODS_STDERR(
      "floods stderr",
      Fault.FLOOD + "stderr " + "it is cold in here ".repeat(10) + "\n" + Fault.GOOD),

  /** Takes no more input, but lives on. */
  CLOSES_STDIN("closes stdin", "fault close in\n" + Fault.GOOD + "fault wait"),
  /** Says nothing more, but lives on. */
  CLOSES_STDOUT("closes stdout", "fault close out\nfault wait"),
  IGNORES_TERM("ignores TERM", Fault.GOOD + ScriptedServer.IGNORES_TERM),
  SPAWNS_GRANDCHILDREN("spawns grandchildren", Fault.GRANDCHILD + Fault.GOOD),
  SPAWNS_GRANDCHILDREN_AND_DIES(
      "spawns grandchildren, dies mid-call",
      Fault.GRANDCHILD + "fault spawn kill -KILL ${pid}\nfault wait"),
  GROWS("memory growth, above its limit", "fault times 18 grow 10000000\n" + Fault.GOOD);

  static final String ARMED = "armed";
  static final String PIDS = "pids";
  static final String EXECUTED = "executed";
  static final String CANCELLED = "cancelled";
  static final String MOMENT = "moment";

  static final int LARGE = 12_000_000;

  private static final String GOOD = "fault answer ${/params/arguments/text}\n";
  private static final String OPENED =
      "fault write {\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":{\"content\":[{";
  private static final String HALF = OPENED + "\n";
  private static final String FLOOD = "fault times 100000 ";
  private static final String GRANDCHILD =
      "start spawn exec sleep 600 > /dev/null 2>&1\nstart note DIR/pids ${child}\n";

  private static final String SERVER =
      """
      start note DIR/pids ${pid}
      notifications/cancelled note DIR/cancelled ${/params/requestId}
      echo answer ${/params/arguments/text}
      hang note DIR/executed ${/params/arguments/text}
      act note DIR/executed ${/params/arguments/text}
      act once DIR/armed fault echo
      read note DIR/executed ${/params/arguments/text}
      read once DIR/armed fault echo
      fault note DIR/moment ${now}
      """;

  private final String title;
  private final String script;

  Fault(String title) {
    this(title, GOOD);
  }

  Fault(String title, String script) {
    this.title = title;
    this.script = script;
  }

  private static String large(int bytes) {
    return OPENED
        + "\"type\":\"text\",\"text\":\"\nfault times %d write %s\nfault say \"}]}}"
            .formatted(bytes / 1_000, "x".repeat(1_000));
  }

  /** How the table calls it. */
  String title() {
    return title;
  }

  /** The configuration of a server with the fault. */
  BackendConfig config(Path directory) {
    String tools =
        Stream.of("echo", "act", "hang", "read")
            .map(ScriptedServer::tool)
            .collect(Collectors.joining(",", "result {\"tools\":[", "]}\n"))
            .replace("\"read\",", "\"read\",\"annotations\":{\"readOnlyHint\":true},");
    String list = this == HANGS_AT_LIST ? "tools/list unless DIR/armed " : "tools/list ";
    return ScriptedServer.config(
        (SERVER + list + tools + script).replace("DIR", directory.toString()));
  }
}
