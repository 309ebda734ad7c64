package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.internal.async.Tasks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One command that the daemon runs for a client: what it prints is sent as it is printed. */
final class CommandRun {
  private final DaemonClient client;
  private final Gateway gateway;
  private final Session session = Session.random();

  CommandRun(DaemonClient client, Gateway gateway) {
    this.client = client;
    this.gateway = gateway;
  }

  /**
   * Runs it until its end, or until the client leaves.
   *
   * @throws IOException when the client has left
   */
  void answer(Commands commands) throws IOException {
    Tasks.ownThread("gatemini-command-watch").execute(this::watch);
    try {
      List<String> arguments = new ArrayList<>();
      client.greeting().path("arguments").forEach(each -> arguments.add(each.asText()));
      gateway.awaitReady(Duration.ZERO); // starts what waits for its first client
      int exit =
          commands.run(
              gateway,
              session,
              arguments,
              client.greeting().path("input").asText(),
              new PrintWriter(new Printed("out")),
              new PrintWriter(new Printed("err")));
      client.answer(JsonNodeFactory.instance.objectNode().put("exit", exit));
    } finally {
      gateway.endSession(session);
    }
  }

  /** Cancels the calls of a client that leaves, as by Ctrl-C. */
  private void watch() {
    try {
      while (client.in().read() >= 0) {
        // It sends nothing more.
      }
    } catch (IOException e) {
      // The command is done.
    }
    gateway.endSession(session);
  }

  /** One stream of the command, a line of JSON for each piece of text. */
  private final class Printed extends Writer {
    private final String stream;

    Printed(String stream) {
      this.stream = stream;
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      client.say(JsonNodeFactory.instance.objectNode().put(stream, new String(text, from, length)));
    }

    @Override
    public void flush() {
      // Each piece is sent at once.
    }

    @Override
    public void close() {
      // The other stream goes on.
    }
  }
}
