package io.gatemini.server.proxy;

import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.ipc.NamedVariables;
import io.gatemini.server.ipc.ShellLine;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connects to the daemon of a configuration; starts one where there is none. */
public final class DaemonStart {
  private static final long START_MILLIS = 30_000;

  /** One who holds the lock has begun to start a daemon by then. */
  private static final long LOCK_MILLIS = 5_000;

  /** So much of its log says why a daemon has ended. */
  private static final int LOG_BYTES = 2_000;

  private final DaemonPlaces places;
  private final Path config;
  private final String version;
  private final List<String> command;

  /** Whether what listened at the last look is not the daemon that the files name. */
  private volatile boolean stranger;

  /**
   * @param config the file
   * @param version the version of this proxy; a daemon of an older one is replaced
   * @param command the program {@code gatemini}, without arguments
   */
  DaemonStart(DaemonPlaces places, Path config, String version, List<String> command) {
    this.places = places;
    this.config = config.toAbsolutePath(); // the daemon runs in its directory
    this.version = version;
    this.command = command;
  }

  /** A daemon that ends as soon as it is started. */
  static final class Failed extends IOException {
    private static final long serialVersionUID = 1;
    final int exitCode;

    Failed(int exitCode, String reason) {
      super(reason);
      this.exitCode = exitCode;
    }
  }

  /**
   * Leaves a daemon behind, which serves commands until it has been unused for a while.
   *
   * @return whether one runs; what keeps it from running is seen by who opens the configuration
   */
  public static boolean leave(
      DaemonPlaces places, Path config, String version, List<String> command)
      throws InterruptedException {
    try {
      new DaemonStart(places, config, version, command).connect().close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * A connection, after as long as the start of a daemon takes.
   *
   * @throws Failed when a daemon was started and has ended, with the end of its log
   */
  DaemonLink connect() throws IOException, InterruptedException {
    places.prepareDirectory();
    String greeting =
        Greeting.client(
            version,
            Path.of("").toAbsolutePath().toString(),
            NamedVariables.in(config, System.getenv()));
    DaemonLink link = open(greeting);
    if (link != null && isOlder(link.version(), version)) {
      link.close();
      handOver();
      link = null;
    }
    if (link != null) {
      return link;
    }
    // The file keeps other processes out, and this one's threads each other.
    synchronized (DaemonStart.class) {
      try (FileChannel file = DaemonPlaces.open(places.startLock())) {
        link = awaitLock(file, greeting);
        return link != null ? link : started(file, greeting);
      }
    }
  }

  /**
   * The same after the loss of a daemon: tries until there is a connection.
   *
   * @throws Failed when a daemon was started and has ended, with the end of its log
   */
  DaemonLink connectAgain() throws Failed, InterruptedException {
    Pause pause = new Pause(100, 5_000);
    boolean said = false;
    while (true) {
      try {
        return connect();
      } catch (Failed e) {
        throw e;
      } catch (IOException e) {
        if (!said) {
          said = true;
          say(e.getMessage() + "; tries again");
        }
        pause.pass();
      }
    }
  }

  /** Pauses in a row: each is twice as long, up to the longest. Times are in milliseconds. */
  private static final class Pause {
    private final long longest;
    private long next;

    Pause(long first, long longest) {
      this.next = first;
      this.longest = longest;
    }

    void pass() throws InterruptedException {
      Thread.sleep(next);
      next = Math.min(next * 2, longest);
    }
  }

  /** The daemon at the socket; null where none listens, or one that its own file does not name. */
  private @Nullable DaemonLink open(String greeting) throws IOException {
    DaemonLink link = DaemonLink.open(places, greeting);
    stranger = link != null && !link.isNamed();
    if (link == null || !stranger) {
      if (link != null && link.isWaiting()) {
        say(
            "a change of the configuration waits; run \""
                + ShellLine.of(command)
                + " status --config "
                + ShellLine.word(config.toString())
                + "\" to see it");
      }
      return link;
    }
    link.close();
    return null;
  }

  /**
   * Waits for the lock, or for the daemon that another client starts. A lock that is held without
   * one being started is passed by: two daemons that start do not get in each other's way.
   *
   * @return the daemon; null where one has to be started
   */
  private @Nullable DaemonLink awaitLock(FileChannel file, String greeting)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Pause pause = new Pause(20, 500);
    boolean said = false;
    while (true) {
      boolean locked = file.tryLock() != null;
      DaemonLink link = open(greeting);
      if (link != null || locked) {
        return link;
      }
      long waited = (System.nanoTime() - begin) / 1_000_000;
      if (waited > LOCK_MILLIS) {
        Long pid = DaemonPlaces.readPid(places.startLock());
        if (pid == null || ProcessHandle.of(pid).isEmpty()) {
          say(places.startLock() + " is locked, and no daemon is being started; starts one");
          return null;
        }
        String starting = "the daemon that another client starts, process " + pid;
        if (waited > START_MILLIS) {
          throw new IOException(
              starting + ", does not listen after 30 s; its log is " + places.log());
        }
        if (!said) {
          said = true;
          say("waits for " + starting + "; the lock is " + places.startLock());
        }
      }
      pause.pass();
    }
  }

  private static void say(String sentence) {
    System.err.println("gatemini: " + sentence);
  }

  /**
   * Whether a daemon listens and does not greet. A single try could be cut short where this process
   * itself is stopped for a moment, so it takes two.
   */
  boolean isFrozen() {
    for (int tries = 0; tries < 2; tries++) {
      try {
        DaemonLink asking = DaemonLink.open(places, Greeting.asking(Greeting.STATUS, version));
        if (asking != null) {
          asking.close();
        }
        return false;
      } catch (SocketTimeoutException e) {
        // Once more.
      } catch (IOException e) {
        return false; // a running process is not frozen
      }
    }
    return true;
  }

  private DaemonLink started(FileChannel lock, String greeting)
      throws IOException, InterruptedException {
    if (stranger) {
      say(places.socket() + " is not of the daemon that " + places.pid() + " names; starts one");
    }
    Process daemon = spawn();
    DaemonPlaces.writePid(lock, daemon.pid()); // for those who wait
    try {
      return awaitStart(daemon, greeting);
    } finally {
      DaemonPlaces.writePid(lock, 0);
    }
  }

  private DaemonLink awaitStart(Process daemon, String greeting)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Pause pause = new Pause(20, 500);
    long waited = 0;
    while (waited < START_MILLIS) {
      boolean alive = daemon.isAlive();
      DaemonLink link = open(greeting);
      if (link != null) {
        return link;
      }
      // One that runs already makes its socket again, where something else is in its place.
      if (!alive && (daemon.exitValue() != DaemonPlaces.TAKEN || waited > LOCK_MILLIS)) {
        throw new Failed(daemon.exitValue(), "the daemon has ended: " + endOfLog());
      }
      pause.pass();
      waited = (System.nanoTime() - begin) / 1_000_000;
    }
    throw new IOException("the daemon does not listen after 30 s; its log is " + places.log());
  }

  private Process spawn() throws IOException {
    List<String> line = new ArrayList<>();
    String setsid = found("setsid");
    if (setsid != null) {
      line.add(setsid); // what is sent to the client's process group is not for the daemon
    }
    line.addAll(command);
    line.addAll(
        List.of("serve", "--socket", places.socket().toString(), "--config", config.toString()));
    ProcessBuilder builder = new ProcessBuilder(line);
    Path directory = config.getParent();
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    DaemonPlaces.open(places.log()).close();
    File log = places.log().toFile();
    boolean windows = File.separatorChar == '\\';
    return builder
        .redirectInput(new File(windows ? "NUL" : "/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .redirectError(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }

  private static @Nullable String found(String program) {
    String path = System.getenv("PATH");
    if (path != null) {
      for (String directory : path.split(File.pathSeparator, -1)) {
        File file = new File(directory, program);
        if (!directory.isEmpty() && file.canExecute()) {
          return file.getPath();
        }
      }
    }
    return null;
  }

  /** Has an older daemon leave the socket; it goes on answering what it was asked. */
  private void handOver() throws IOException {
    DaemonLink asking = DaemonLink.open(places, Greeting.asking(Greeting.HANDOVER, version));
    if (asking != null) {
      byte[] answer = new byte[256];
      while (asking.read(answer) >= 0) {
        // It hangs up when it has begun to end.
      }
      asking.close();
    }
  }

  /** Whether a version is older than another: number by number, a snapshot before its release. */
  static boolean isOlder(String version, String than) {
    String[] a = version.split("[.-]", -1);
    String[] b = than.split("[.-]", -1);
    for (int i = 0; i < Math.max(a.length, b.length); i++) {
      int left = part(a, i);
      int right = part(b, i);
      if (left != right) {
        return left < right;
      }
    }
    return false;
  }

  private static int part(String[] parts, int i) {
    if (i >= parts.length) {
      return 0;
    }
    try {
      return Integer.parseInt(parts[i]);
    } catch (NumberFormatException e) {
      return -1; // SNAPSHOT and the like
    }
  }

  private String endOfLog() {
    try (RandomAccessFile log = new RandomAccessFile(places.log().toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(log.length(), LOG_BYTES)];
      log.seek(log.length() - end.length);
      log.readFully(end);
      String[] lines = new String(end, StandardCharsets.UTF_8).strip().split("\n", -1);
      return lines[lines.length - 1];
    } catch (IOException e) {
      return "it has written no log";
    }
  }
}
