package io.gatemini.server.cli;

import io.gatemini.config.ConfigException;
import io.gatemini.server.ipc.DaemonPlaces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the daemon's log. */
@Command(name = "logs", description = "Show the end of the daemon's log, and follow it with -f.")
final class LogsCommand extends Subcommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 250;

  /** Lines of a log have some hundred bytes. */
  private static final int LINE_BYTES = 1_000;

  @Mixin private final RunningDaemon daemon = new RunningDaemon();

  @Option(
      names = {"-f", "--follow"},
      description = "Follow the log.")
  private boolean follow;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "NUMBER",
      defaultValue = "100",
      description = "How many lines to show (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Override
  public Integer call() throws IOException, InterruptedException {
    DaemonPlaces places = daemon.places(parent.config);
    Path log = places.log();
    if (!Files.exists(log)) {
      throw new ConfigException(
          "there is no log " + log + "; a daemon that a client started writes it");
    }
    PrintWriter out = out();
    long shown = end(log, out);
    while (follow && !out.checkError()) {
      Thread.sleep(LOOK_MILLIS);
      shown = further(log, shown, out);
    }
    return 0;
  }

  private long end(Path log, PrintWriter out) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      long from = Math.max(0, length - (long) lines * LINE_BYTES);
      String[] all = read(file, from, length).split("\n", -1);
      int last = all.length - 1; // what follows the last line feed
      for (int i = Math.max(from > 0 ? 1 : 0, last - lines); i < last; i++) {
        out.println(all[i]);
      }
      return length - all[last].getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /** Copies new lines; from the beginning if the log has been rotated. */
  private static long further(Path log, long shown, PrintWriter out) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      long from = length < shown ? 0 : shown;
      out.print(read(file, from, length));
      out.flush();
      return length;
    }
  }

  private static String read(RandomAccessFile file, long from, long to) throws IOException {
    byte[] bytes = new byte[(int) Math.min(to - from, Integer.MAX_VALUE - 8)];
    file.seek(from);
    file.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
