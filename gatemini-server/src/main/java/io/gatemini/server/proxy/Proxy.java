package io.gatemini.server.proxy;

import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.proxy.WaitingLines.Line;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client's conversation, whichever daemon leads it. Lines pass as they are. When a daemon dies,
 * the client hears of each request that was under way whether it may have been carried out; what it
 * says meanwhile waits, within a bound, and is said once to the next daemon, after all that this
 * one has to know. Answers to questions of a daemon that is gone are dropped.
 *
 * <p>Three threads: one reads the client, one the daemon, one watches. No lock is held while a peer
 * is written to or read, but those that keep the lines to it whole.
 */
final class Proxy {
  private static final int CHUNK = 16 * 1024;
  private static final String TOOLS_CALL = "tools/call";
  private static final byte[] LEAVING = (Greeting.LEAVING + "\n").getBytes(StandardCharsets.UTF_8);
  private static final byte[] GREETING = "{\"gatemini\":".getBytes(StandardCharsets.UTF_8);

  private final DaemonStart start;
  private final InputStream in;
  private final ClientOutput out;
  private final Patience patience;
  private final Conversation conversation = new Conversation();
  private final WaitingLines queue = new WaitingLines();

  /** Requests under way: the method by the id. */
  private final Map<String, String> pending = new LinkedHashMap<>();

  /** The daemon's own requests that the client has not answered. */
  private final Set<String> asked = new HashSet<>();

  private @Nullable DaemonLink link;
  private boolean connecting;

  /** Lines that are being written to a daemon: it must have them before it hears of the last. */
  private int writing;

  private boolean handshakeSent;
  private boolean clientGone;
  private volatile @Nullable Thread reader;
  private volatile long clientNanos = System.nanoTime();
  private volatile boolean clientPinged;

  /**
   * How long what may take, in milliseconds.
   *
   * @param silence of a daemon that has something to do, before it is asked whether it is alive
   * @param frozen the same, before it is asked over another connection; killed if that is silent
   *     too
   * @param quiet of a client, before it is asked
   * @param clientAnswer to that
   * @param drain of answers under way once the client has closed its end
   * @param parent from one look at the parent process to the next
   */
  record Patience(
      long silence, long frozen, long quiet, long clientAnswer, long drain, long parent) {
    static final Patience USUAL = new Patience(10_000, 20_000, 300_000, 15_000, 2_000, 5_000);
  }

  Proxy(DaemonStart start, InputStream in, OutputStream out, Patience patience) {
    this.start = start;
    this.in = in;
    this.out = new ClientOutput(out, this::clientLeft);
    this.patience = patience;
  }

  /**
   * Runs until the client closes its end or is gone.
   *
   * @return the exit code
   * @throws IOException when there is no daemon and none can be started
   */
  int run() throws IOException, InterruptedException {
    attach(start.connect());
    Thread client = thread(this::readClient, "gatemini-client");
    watch(client);
    end();
    return 0;
  }

  /** Starts a thread that does not keep the process alive. */
  static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  // From the client.

  private void readClient() {
    try {
      Lines lines = new Lines(new FromClient());
      byte[] chunk = new byte[CHUNK];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        clientNanos = System.nanoTime();
        lines.take(chunk, count);
      }
    } catch (IOException e) {
      // A broken pipe is the end of it.
    }
  }

  private final class FromClient implements Lines.To {
    private @Nullable DaemonLink to;

    @Override
    public void line(byte[] bytes, LineScanner said) {
      Line line = new Line(bytes, said.method(), said.id(), said.isAnswer());
      if (line.answer() && line.id() != null && line.id().startsWith(Conversation.OWN_ID)) {
        return; // to a ping
      }
      if (bytes.length > 2) {
        forward(line);
      }
    }

    @Override
    public void begin() {
      synchronized (Proxy.this) {
        to = link == null || link.leaving ? null : link;
        writing += to == null ? 0 : 1;
      }
      if (to != null) {
        to.beginLine();
      }
    }

    @Override
    public void part(byte[] bytes, int offset, int length) {
      DaemonLink known = to;
      if (known != null) {
        try {
          known.write(bytes, offset, length);
        } catch (IOException e) {
          to = null;
          known.endLine();
          lost(known);
          written();
        }
      }
    }

    @Override
    public void end(LineScanner said) {
      if (to != null) {
        to.endLine();
        written();
      }
      String id = said.id();
      String method = said.method();
      if (id == null || method == null) {
        return;
      }
      synchronized (Proxy.this) {
        if (to != null && to == link) {
          expect(to, id, method);
          return;
        }
      }
      out.refuse(
          id, "the daemon is being started again, and a message this large does not wait", false);
    }
  }

  private void forward(Line line) {
    DaemonLink to;
    boolean waits = false;
    synchronized (this) {
      if (line.answer() && !asked.remove(String.valueOf(line.id()))) {
        return; // the daemon that asked is gone
      }
      if (line.method() != null) {
        conversation.note(line.bytes(), line.method(), line.id());
      }
      to = link;
      boolean toTheOld = line.answer() || "notifications/cancelled".equals(line.method());
      if (to == null || (to.leaving && !toTheOld)) {
        to = null;
        waits = queue.add(line);
      } else {
        sent(to, line);
        writing++;
      }
    }
    if (to != null) {
      write(to, line.bytes());
      written();
    } else if (waits) {
      connectSoon();
    } else if (line.isRequest()) {
      out.refuse(
          String.valueOf(line.id()),
          "the daemon is being started again, and too much waits",
          false);
    }
  }

  private synchronized void clientLeft() {
    clientGone = true;
    notifyAll();
  }

  private synchronized void written() {
    writing--;
    notifyAll();
  }

  /** Notes that a line goes to a daemon now. */
  private void sent(DaemonLink to, Line line) {
    if (line.isRequest()) {
      handshakeSent |= "initialize".equals(line.method());
      expect(to, String.valueOf(line.id()), String.valueOf(line.method()));
    }
  }

  private void expect(DaemonLink from, String id, String method) {
    if (pending.isEmpty()) {
      from.silence.end(); // it had nothing to say before
    }
    pending.put(id, method);
  }

  private void write(DaemonLink to, byte[] line) {
    try {
      to.write(line, 0, line.length);
    } catch (IOException e) {
      lost(to);
    }
  }

  // From the daemon.

  private void readDaemon(DaemonLink from) {
    Lines lines = new Lines(new FromDaemon(from));
    try {
      byte[] chunk = new byte[CHUNK];
      for (int count = from.read(chunk); count >= 0; count = from.read(chunk)) {
        from.silence.passing(true);
        lines.take(chunk, count);
        from.silence.passing(false);
      }
    } catch (IOException e) {
      // It has died, or the client has: what follows is the same.
    } finally {
      from.ended = true;
      if (lines.isPassing()) {
        out.cutLine();
      }
      lost(from);
    }
  }

  private final class FromDaemon implements Lines.To {
    private final DaemonLink from;

    FromDaemon(DaemonLink from) {
      this.from = from;
    }

    @Override
    public void line(byte[] line, LineScanner said) throws IOException {
      if (Arrays.mismatch(line, GREETING) == GREETING.length) {
        from.leaving = true;
        thread(() -> answerFarewell(from), "gatemini-farewell"); // it may not read either
      } else if (arrived(said)) {
        out.print(line);
      }
    }

    /** False for what only the proxy wants to know. */
    private boolean arrived(LineScanner said) {
      String id = said.id();
      if (id == null) {
        return true;
      }
      if (said.isAnswer()) {
        if (id.startsWith(Conversation.OWN_ID)) {
          return false;
        }
        synchronized (Proxy.this) {
          pending.remove(id);
        }
      } else if (said.method() != null) {
        synchronized (Proxy.this) {
          asked.add(id);
        }
      }
      return true;
    }

    @Override
    public void begin() {
      out.beginLine();
    }

    @Override
    public void part(byte[] bytes, int offset, int length) throws IOException {
      out.part(bytes, offset, length);
    }

    @Override
    public void end(LineScanner said) throws IOException {
      arrived(said);
      out.endLine();
    }
  }

  private void answerFarewell(DaemonLink from) {
    synchronized (this) {
      try {
        while (writing > 0) {
          wait();
        }
      } catch (InterruptedException e) {
        return;
      }
    }
    write(from, LEAVING);
  }

  // From one daemon to the next.

  /** A daemon is gone: informs the client about its open requests, and looks for another one. */
  private void lost(DaemonLink gone) {
    Map<String, String> failed;
    List<String> questions;
    boolean again;
    synchronized (this) {
      if (link != gone) {
        return;
      }
      link = null;
      byte[] initialize = conversation.initialize();
      // A handshake has no effect: it is begun again, and the client need not know.
      if (initialize != null && pending.containsValue("initialize")) {
        pending.entrySet().stream()
            .filter(request -> request.getValue().equals("initialize"))
            .map(Map.Entry::getKey)
            .findFirst()
            .ifPresent(
                id -> {
                  pending.remove(id);
                  queue.addFirst(new Line(initialize, "initialize", id, false));
                });
        handshakeSent = false;
      }
      failed = new LinkedHashMap<>(pending);
      pending.clear();
      questions = new ArrayList<>(asked);
      asked.clear();
      again = !clientGone && (!gone.leaving || !queue.isEmpty());
      notifyAll();
    }
    gone.close();
    failed.forEach(
        (id, method) ->
            out.refuse(id, gone.loss() + " while this was under way", method.equals(TOOLS_CALL)));
    for (String id : questions) {
      out.cancel(id);
    }
    if (again) {
      connectSoon();
    }
  }

  private void connectSoon() {
    synchronized (this) {
      if (connecting || link != null || clientGone) {
        return; // one that leaves is waited for
      }
      connecting = true;
    }
    thread(this::connect, "gatemini-connect");
  }

  private void connect() {
    try {
      attach(start.connectAgain());
    } catch (DaemonStart.Failed e) {
      giveUp(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      // The proxy ends.
    }
  }

  /** No daemon stays alive: open requests fail, and the next request is another try. */
  private void giveUp(String reason) {
    System.err.println("gatemini: " + reason);
    List<Line> waiting;
    synchronized (this) {
      connecting = false;
      waiting = queue.takeAll();
    }
    for (Line line : waiting) {
      if (line.isRequest()) {
        out.refuse(String.valueOf(line.id()), "no daemon can be started, see the log", false);
      }
    }
  }

  /** Leads the conversation on with this daemon. */
  private void attach(DaemonLink next) {
    next.silence.end();
    reader = thread(() -> readDaemon(next), "gatemini-daemon");
    try {
      List<byte[]> again;
      synchronized (this) {
        again = handshakeSent ? conversation.again() : List.of();
        writing++;
      }
      for (byte[] line : again) {
        next.write(line, 0, line.length);
      }
      while (true) {
        Line line;
        synchronized (this) {
          line = next.leaving ? null : queue.poll();
          if (line == null) {
            link = next;
            connecting = false;
            break;
          }
          sent(next, line);
        }
        next.write(line.bytes(), 0, line.bytes().length);
      }
    } catch (IOException e) {
      synchronized (this) {
        link = next;
        connecting = false;
      }
      lost(next);
    } finally {
      written();
    }
    if (next.ended) {
      lost(next); // it ended before it was known
    }
  }

  // Who watches.

  private void watch(Thread client) throws InterruptedException {
    long parent = parent();
    long step = Math.min(patience.silence / 2, patience.parent);
    long parentNanos = System.nanoTime();
    while (client.isAlive()) {
      long before = System.nanoTime();
      client.join(step);
      long now = System.nanoTime();
      boolean stopped = millis(now - before) > 2 * step;
      if (millis(now - parentNanos) >= patience.parent) {
        parentNanos = now;
        if (parent() != parent) {
          return; // who started this is gone
        }
      }
      DaemonLink known;
      boolean busy;
      synchronized (this) {
        if (clientGone) {
          return;
        }
        known = link;
        busy = !pending.isEmpty();
      }
      if (stopped) {
        // This process was, as by Ctrl-Z: what the others have said since is not read yet.
        clientNanos = now;
        if (known != null) {
          known.silence.end();
        }
      } else if (busy && known != null) {
        watchDaemon(known);
      } else if (!busy && !isClientAlive(millis(now - clientNanos))) {
        return;
      }
    }
  }

  private void watchDaemon(DaemonLink known) {
    switch (known.silence.look(patience.silence, patience.frozen - patience.silence)) {
      case WAIT -> {}
      case ASK -> thread(() -> ask(known), "gatemini-ping"); // it may not read either
      case DOUBT -> known.judge(start.isFrozen());
    }
  }

  private void ask(DaemonLink known) {
    write(known, ping()); // after the message that is being written
    known.silence.pinged();
  }

  private synchronized byte[] ping() {
    return conversation.ping();
  }

  /** Asks a client that has been quiet; any byte of it is an answer. */
  private boolean isClientAlive(long quiet) {
    if (quiet < patience.quiet) {
      clientPinged = false;
      return true;
    }
    if (!clientPinged) {
      clientPinged = true;
      out.print(ping());
    }
    return quiet < patience.quiet + patience.clientAnswer;
  }

  private static long parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** The client is gone: what it still waits for may come, for a moment. */
  private void end() throws InterruptedException {
    DaemonLink known;
    synchronized (this) {
      clientGone = true;
      known = link;
    }
    Thread reading = reader;
    if (known != null && reading != null) {
      known.endOutput();
      reading.join(patience.drain);
      known.close();
    }
  }
}
