package io.gatemini.testing;

import java.nio.file.Path;
import java.util.List;

/**
 * A stdio MCP server that is well-behaved but for one habit, its mode. It writes the id of every
 * process it is, or starts, to a file, so that a test can look for orphans.
 *
 * <p>{@code java ... MisbehavingServer <mode> <pid file> [milliseconds]}
 */
public final class MisbehavingServer {
  /** The habit, as a script. */
  public enum Mode {
    /** None. */
    NORMAL(""),
    /** Prints what is no JSON-RPC around every answer. */
    GARBAGE(
        """
        before say npm notice new version available
        before say\s
        before say []
        before say {"id":5}
        before say {"jsonrpc":"2.0","id":"nobody","result":{}}
        after say }{ \0\u001b[31m not json
        """),
    /** Closes its stderr before it says anything. */
    CLOSES_STDERR("start close err"),
    /** Ends neither at the end of its input nor at TERM. */
    IGNORES_TERM(ScriptedServer.IGNORES_TERM),
    /** Starts a process that outlives it. */
    GRANDCHILDREN("start spawn exec sleep 600 > /dev/null 2>&1\nstart note PIDS ${child}"),
    /** Answers initialize late. */
    SLOW_START("start sleep MILLIS"),
    /** Says why on stderr and exits with code 3. */
    EXITS_AT_ONCE("start stderr the licence file is missing\nstart exit 3"),
    /** Never answers. */
    MUTE(ScriptedServer.MUTE);

    private final String script;

    Mode(String script) {
      this.script = script;
    }
  }

  private static final String TOOLS =
      """
      start note PIDS ${pid}
      initialize result {"protocolVersion":"${/params/protocolVersion}","capabilities":{"tools":{}},\
      "serverInfo":{"name":"misbehaving","version":"1"}}
      echo stderr ${/params/arguments/log}
      echo answer ${/params/arguments/text}
      size answer ${length}
      line answer ${random} end
      sleep later ${/params/arguments/ms} answer slept ${/params/arguments/ms}
      sleep note PIDS.asleep ${/params/arguments}
      gaveUp note PIDS.cancelled ${/params}
      pid answer ${pid}
      variable answer ${variable}
      die stderr the disk is on fire
      die exit ${/params/arguments/code}
      tools/list result {"tools":[\
      """
          + tool("echo", "Answers with the text it is given.", "text", "string")
          + tool(",size", "Answers with the length of the text it is given.", "text", "string")
          + tool(
              ",line", "Answers with a long line of base64 that ends in a word.", "of", "integer")
          + tool(",sleep", "Answers after some milliseconds.", "ms", "integer")
          + tool(",pid", "Answers with the process id of the server.", "why", "string")
          + tool(",variable", "Answers with a variable of its environment.", "name", "string")
          + tool(",die", "Ends the server with an exit code and no answer.", "code", "integer")
          + "]}";

  private MisbehavingServer() {}

  private static String tool(String name, String description, String parameter, String type) {
    return "%s{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}}}}"
        .formatted(
            name.startsWith(",") ? "," : "", name.replace(",", ""), description, parameter, type);
  }

  /** The command line of a server in a mode. */
  public static List<String> command(Mode mode, Path pidFile, String... more) {
    List<String> line = java(MisbehavingServer.class);
    line.add(mode.name());
    line.add(pidFile.toString());
    line.addAll(List.of(more));
    return line;
  }

  /** The start of a command line that runs a class of the test class path, quick to start. */
  public static List<String> java(Class<?> main) {
    return ScriptedServer.java(main, "-Xmx256m");
  }

  /** Serves in a mode. */
  public static void main(String[] args) throws Exception {
    String mode = Mode.valueOf(args[0]).script.replace("PIDS", args[1]);
    ScriptedServer.serve(
        TOOLS.replace("PIDS", args[1]), args.length > 2 ? mode.replace("MILLIS", args[2]) : mode);
  }
}
