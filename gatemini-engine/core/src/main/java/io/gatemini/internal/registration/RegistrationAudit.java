package io.gatemini.internal.registration;

import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.internal.trust.AllowedCommands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The changes that agents made to the set of backends, a line each in the log {@code
 * io.gatemini.audit}: who, what, and how it ended. Values of headers and variables are never in it,
 * nor arguments that the operator did not name, which may be secrets. Text of agents is quoted and
 * cannot end a line.
 */
final class RegistrationAudit {
  /** The name of the log. */
  static final String LOG_NAME = "io.gatemini.audit";

  private static final Logger LOG = System.getLogger(LOG_NAME);
  private static final int MAX_VALUE_LENGTH = 200;
  private static final int MAX_TOOLS = 10;

  private final Supplier<List<String>> knownCommands;

  RegistrationAudit(Supplier<List<String>> allowedCommands) {
    this.knownCommands = allowedCommands;
  }

  void refused(String name, BackendConfig config, Session session, String why) {
    log("registration refused", name, session, target(config) + ", reason=" + quoted(why));
  }

  void registered(String name, BackendConfig config, Session session, int tools) {
    log("registered", name, session, target(config) + ", tools=" + tools);
  }

  void failed(String name, BackendConfig config, Session session, String why) {
    log("registration failed", name, session, target(config) + ", reason=" + quoted(why));
  }

  void removed(String name, Session session) {
    log("deregistered", name, session, "");
  }

  void removalRefused(String name, Session session, String why) {
    log("deregistration refused", name, session, ", reason=" + quoted(why));
  }

  private static void log(String what, String name, Session session, String details) {
    String client = session.clientName().map(said -> ", client=" + quoted(said)).orElse("");
    LOG.log(
        Level.WARNING,
        what
            + ": backend="
            + quoted(name)
            + ", session="
            + quoted(session.id())
            + client
            + details);
  }

  private String target(BackendConfig config) {
    String transport = ", transport=" + quoted(config.transport());
    return switch (config.transport()) {
      case "stdio" -> transport + ", command=" + quoted(commandLine(config.command()));
      case "streamable-http" -> transport + ", url=" + quoted(address(config.url().orElse("")));
      case "cli-adapter" -> transport + ", commands=" + quoted(toolNames(config));
      default -> transport;
    };
  }

  /** As far as the operator knows it, or else the program alone. */
  private String commandLine(List<String> command) {
    List<String> shown =
        new AllowedCommands(knownCommands.get())
            .match(command)
            .orElseGet(() -> command.stream().limit(1).toList());
    int omitted = command.size() - shown.size();
    String line = String.join(" ", shown);
    return omitted == 0 ? line : line + " (and " + omitted + " more arguments)";
  }

  /** Without a query or a user, which may be secrets. */
  private static String address(String url) {
    try {
      URI uri = URI.create(url);
      String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
      return uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath();
    } catch (IllegalArgumentException e) {
      return "(not a URL)";
    }
  }

  private static String toolNames(BackendConfig config) {
    List<String> names = new ArrayList<>();
    config.options().path("tools").fieldNames().forEachRemaining(names::add);
    String shown = names.stream().limit(MAX_TOOLS).collect(Collectors.joining(", "));
    return names.size() > MAX_TOOLS ? shown + ", and " + (names.size() - MAX_TOOLS) : shown;
  }

  private static String quoted(String text) {
    String line = VisibleText.line(text, MAX_VALUE_LENGTH);
    return '"' + line.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
