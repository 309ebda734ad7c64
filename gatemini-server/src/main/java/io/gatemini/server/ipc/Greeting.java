package io.gatemini.server.ipc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of each side of a connection to a daemon. A client states its purpose:
 *
 * <pre>{@code
 * {"gatemini":1,"as":"client","version":"0.1.0","pid":7,"cwd":"/work","inside":"","variables":{"TOKEN":"x"}}
 * {"gatemini":1,"as":"status","version":"0.1.0"}
 * }</pre>
 *
 * and the daemon says who it is, at once and before it has done anything:
 *
 * <pre>{@code
 * {"gatemini":1,"version":"0.1.0","pid":8}
 * }</pre>
 *
 * After that, a client's connection carries MCP, one message a line; every other is answered with
 * one line of JSON, a command with several, and closed.
 */
public final class Greeting {
  /** Carries MCP from here on. */
  public static final String CLIENT = "client";

  /** Asks how the daemon is. */
  public static final String STATUS = "status";

  /** Asks the daemon to end, once its clients have their answers. */
  public static final String STOP = "stop";

  /** Asks the daemon to leave the socket to a newer one, and to end as with {@link #STOP}. */
  public static final String HANDOVER = "handover";

  /** Asks which tools are not what they were when they were seen first. */
  public static final String PINS = "pins";

  /** Asks the daemon to accept what a tool is now. */
  public static final String ACCEPT = "accept";

  /** Asks the daemon to put in force what its configuration says now. */
  public static final String RELOAD = "reload";

  /** Asks the daemon to run a command of the command line at the gateway of this client. */
  public static final String COMMAND = "command";

  /** The last line of a daemon that ends in an orderly way; it is no message of MCP. */
  public static final String FAREWELL = "{\"gatemini\":1,\"bye\":true}";

  /** The answer of a proxy to {@link #FAREWELL}: what it asks from now on is for another daemon. */
  public static final String LEAVING =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/gatemini/leaving\"}";

  /** The variable by which a child knows inside of which gateways it runs; set by the engine. */
  static final String ANCESTRY = "GATEMINI_ANCESTRY";

  private static final Pattern VERSION = Pattern.compile("\"version\":\"([^\"\\\\]*)\"");
  private static final Pattern PID = Pattern.compile("\"pid\":(\\d{1,18})");
  private static final String WAITING = ",\"waiting\":true";
  private static final String PROTOCOL = "{\"gatemini\":" + DaemonPlaces.PROTOCOL + ",";

  private Greeting() {}

  /**
   * Who a daemon is.
   *
   * @param waiting whether a change of its configuration waits for an operator
   */
  public record Daemon(String version, long pid, boolean waiting) {}

  /**
   * The line of a client, without its end. It says inside of which gateways this process runs, for
   * a daemon must not be a backend of its own.
   *
   * @param variables those that the configuration names, and nothing else of its environment
   */
  public static String client(String version, String cwd, Map<String, String> variables) {
    return of(CLIENT, version, cwd, variables).append('}').toString();
  }

  /**
   * The line of a command, without its end. Lines of JSON answer it: {@code out} and {@code err}
   * with what it prints, {@code exit} at its end, or {@code error}.
   *
   * @param variables those that the configuration names
   * @param arguments the command line
   * @param input the program that it runs; empty where it runs none
   */
  public static String command(
      String version,
      String cwd,
      Map<String, String> variables,
      List<String> arguments,
      String input) {
    StringBuilder line = of(COMMAND, version, cwd, variables).append(",\"arguments\":[");
    String separator = "";
    for (String argument : arguments) {
      quote(line.append(separator), argument);
      separator = ",";
    }
    quote(line.append("],\"input\":"), input);
    return line.append('}').toString();
  }

  private static StringBuilder of(
      String as, String version, String cwd, Map<String, String> variables) {
    StringBuilder line = start(as, version);
    line.append(",\"pid\":").append(ProcessHandle.current().pid()).append(",\"cwd\":");
    quote(line, cwd);
    line.append(",\"inside\":");
    quote(line, System.getenv().getOrDefault(ANCESTRY, ""));
    line.append(",\"variables\":{");
    String separator = "";
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      line.append(separator);
      quote(line, variable.getKey());
      line.append(':');
      quote(line, variable.getValue());
      separator = ",";
    }
    return line.append('}');
  }

  /** The line of one who asks something, without its end. */
  public static String asking(String what, String version) {
    return start(what, version).append('}').toString();
  }

  /** The line of one who asks something with one more member, without its end. */
  public static String asking(String what, String version, String key, String value) {
    StringBuilder line = start(what, version).append(',');
    quote(line, key);
    quote(line.append(':'), value);
    return line.append('}').toString();
  }

  /** The line of a daemon, without its end. */
  public static String daemon(String version, boolean waiting) {
    StringBuilder line = new StringBuilder(PROTOCOL).append("\"version\":");
    quote(line, version);
    line.append(",\"pid\":").append(ProcessHandle.current().pid());
    return line.append(waiting ? WAITING : "").append('}').toString();
  }

  /** Reads the line of a daemon; empty where it is none. */
  public static Optional<Daemon> readDaemon(String line) {
    Matcher version = VERSION.matcher(line);
    Matcher pid = PID.matcher(line);
    return line.startsWith(PROTOCOL) && version.find() && pid.find()
        ? Optional.of(
            new Daemon(version.group(1), Long.parseLong(pid.group(1)), line.contains(WAITING)))
        : Optional.empty();
  }

  private static StringBuilder start(String what, String version) {
    StringBuilder line = new StringBuilder(PROTOCOL).append("\"as\":");
    quote(line, what);
    line.append(",\"version\":");
    quote(line, version);
    return line;
  }

  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
  }
}
