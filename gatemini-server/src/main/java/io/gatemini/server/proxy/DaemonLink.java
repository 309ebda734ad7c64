package io.gatemini.server.proxy;

import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** One connection to a daemon that has greeted. One thread reads, any may write. */
final class DaemonLink {
  /** A daemon greets before it does anything else; one that does not is frozen. */
  private static final long GREETING_MILLIS = 2_000;

  private static final int MAX_GREETING_BYTES = 4_096;

  /** The silence after unanswered messages. */
  final Silence silence = new Silence();

  private final SocketChannel socket;
  private final DaemonPlaces places;
  private final Greeting.Daemon daemon;
  private final Instant connected = Instant.now();
  private final ReentrantLock line = new ReentrantLock();

  /** The daemon has said farewell: it answers what it was asked, and takes nothing more. */
  volatile boolean leaving;

  /** Nothing more comes from it. */
  volatile boolean ended;

  /** The reason of its loss, once it is lost. */
  private volatile String loss = "the daemon ended";

  private DaemonLink(SocketChannel socket, DaemonPlaces places, Greeting.Daemon daemon) {
    this.socket = socket;
    this.places = places;
    this.daemon = daemon;
  }

  /**
   * Connects and greets.
   *
   * @return null if no daemon listens, or if it hangs up at once: a daemon that ends
   * @throws SocketTimeoutException when somebody listens and does not greet
   * @throws IOException when it is no daemon of this user
   */
  static @Nullable DaemonLink open(DaemonPlaces places, String greeting) throws IOException {
    SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      try {
        socket.connect(UnixDomainSocketAddress.of(places.socket()));
      } catch (IOException e) {
        socket.close();
        return null; // there is no file, or one that a daemon has left
      }
      checkUser(socket, places);
      String greeted = greeted(socket, greeting);
      if (greeted.isEmpty()) {
        socket.close();
        return null;
      }
      return new DaemonLink(
          socket,
          places,
          Greeting.readDaemon(greeted)
              .orElseThrow(
                  () ->
                      new IOException(
                          "the process that listens at "
                              + places.socket()
                              + " does not greet as version "
                              + DaemonPlaces.PROTOCOL
                              + " of a daemon does; end it, or name another place with --socket")));
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static void checkUser(SocketChannel socket, DaemonPlaces places) throws IOException {
    String user;
    try {
      user = socket.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    } catch (UnsupportedOperationException e) {
      return; // the directory's owner has said it
    }
    if (!user.equals(System.getProperty("user.name"))) {
      throw new IOException(places.socket() + " is of user " + user + ", not of this one");
    }
  }

  /** The daemon's first line, and not a byte of what follows; empty where it hangs up before. */
  private static String greeted(SocketChannel socket, String greeting) throws IOException {
    Thread late =
        Proxy.thread(
            () -> {
              try {
                Thread.sleep(GREETING_MILLIS);
                socket.close();
              } catch (InterruptedException | IOException e) {
                // it has greeted
              }
            },
            "gatemini-greeting");
    try {
      StringBuilder line = new StringBuilder();
      write(socket, StandardCharsets.UTF_8.encode(greeting + "\n"));
      ByteBuffer one = ByteBuffer.allocate(1);
      while (line.length() < MAX_GREETING_BYTES) {
        if (socket.read(one.clear()) < 0) {
          return "";
        }
        if (one.get(0) == '\n') {
          break;
        }
        line.append((char) one.get(0));
      }
      return line.toString();
    } catch (ClosedChannelException e) {
      throw new SocketTimeoutException("the daemon does not greet; it may be frozen");
    } catch (IOException e) {
      return ""; // a hang-up, too, with what was written to it unread
    } finally {
      late.interrupt();
    }
  }

  String loss() {
    return loss;
  }

  /** Whether a change of the configuration waits. */
  boolean isWaiting() {
    return daemon.waiting();
  }

  String version() {
    return daemon.version();
  }

  /** Reads some bytes; -1 at the end. */
  int read(byte[] buffer) throws IOException {
    return socket.read(ByteBuffer.wrap(buffer));
  }

  /** Begins a line that this thread writes in parts: no other thread writes before its end. */
  void beginLine() {
    line.lock();
  }

  /** Ends it, for the same thread. */
  void endLine() {
    line.unlock();
  }

  /** Writes all of it before anybody else writes. */
  void write(byte[] bytes, int offset, int length) throws IOException {
    line.lock();
    try {
      write(socket, ByteBuffer.wrap(bytes, offset, length));
    } finally {
      line.unlock();
    }
  }

  private static void write(SocketChannel socket, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      socket.write(buffer);
    }
  }

  /** Says that nothing more comes. */
  void endOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      close();
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /** Whether it is the daemon that the file of its process names. */
  boolean isNamed() {
    return Objects.equals(places.readPid(), daemon.pid());
  }

  /**
   * Kills the daemon, which does not answer any more, and leaves it.
   *
   * @return false where its process is not known to be a daemon, and lives on
   */
  private boolean kill() {
    // Not another process that has its number, and no number that a stranger greets with.
    Optional<ProcessHandle> process =
        ProcessHandle.of(daemon.pid())
            .filter(named -> isNamed() && program(named).equals(program(ProcessHandle.current())))
            .filter(named -> named.info().startInstant().map(connected::isAfter).orElse(false));
    process.ifPresent(ProcessHandle::destroyForcibly);
    close();
    return process.isPresent();
  }

  /**
   * Gives up a daemon that is still silent. Others use it, too: it is killed only when a connection
   * of its own finds it frozen.
   */
  void judge(boolean frozen) {
    if (!silence.lasts()) {
      return; // it has answered in the meantime
    }
    if (frozen && !leaving) {
      loss = "the daemon was frozen and was given up";
      if (!kill()) { // its reader ends either way
        System.err.println(
            "gatemini: the process that listens at the socket was not killed, because it is no daemon");
      }
    } else if (silence.isPinged()) {
      loss = "the daemon did not answer over this connection, which is given up,";
      close();
    } else {
      silence.end(); // the client has not ended the message after which it is asked
    }
  }

  private static String program(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(Path::of)
        .map(Path::getFileName)
        .orElse(Path.of(""))
        .toString();
  }
}
