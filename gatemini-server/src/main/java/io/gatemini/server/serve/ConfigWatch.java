package io.gatemini.server.serve;

import io.gatemini.GatewayException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads a configuration file again when it changes. It looks at the file itself, a few times a
 * second: that sees an editor that writes over it, one that renames another file to it, a directory
 * of which a symbolic link is swapped, and a network file system, all in one way. A file that is
 * being written is left alone until it has stayed the same from one look to the next.
 */
final class ConfigWatch implements AutoCloseable {
  static final Duration LOOK = Duration.ofMillis(500);

  private static final Logger LOG = System.getLogger(ConfigWatch.class.getName());

  private final Path file;
  private final Supplier<Stream<Path>> others;
  private final Runnable reload;
  private final Duration look;
  private final Thread thread;

  /** A stamp that distinguishes contents of a file without reading it. */
  private record Stamp(Path real, Object key, long modified, long size) {}

  /**
   * Begins to watch.
   *
   * @param others further files whose changes count
   * @param reload reads the file and puts what it says in force; throws where it is invalid
   */
  ConfigWatch(Path file, Supplier<Stream<Path>> others, Runnable reload, Duration look) {
    this.file = file;
    this.others = others;
    this.reload = reload;
    this.look = look;
    thread = new Thread(this::run, "gatemini-config-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    // The file may have changed since it was read for the start, so the first look reads it again.
    Map<Path, Stamp> inForce = Map.of();
    Map<Path, Stamp> before = stamps();
    while (true) {
      try {
        Thread.sleep(look.toMillis());
      } catch (InterruptedException e) {
        return; // it is closed
      }
      Map<Path, Stamp> now = stamps();
      // A file that is gone is on its way back, or else the last configuration stays.
      if (now.containsKey(file) && now.equals(before) && !now.equals(inForce)) {
        inForce = now;
        reload();
      }
      before = now;
    }
  }

  private void reload() {
    try {
      reload.run();
    } catch (GatewayException e) {
      LOG.log(
          Level.WARNING,
          "the configuration has changed and is invalid; the one before stays in force: {0}",
          e.getMessage());
    }
  }

  private Map<Path, Stamp> stamps() {
    Map<Path, Stamp> stamps = new HashMap<>();
    Stream.concat(Stream.of(file), others.get())
        .forEach(each -> stamp(each).ifPresent(stamp -> stamps.put(each, stamp)));
    return stamps;
  }

  private static Optional<Stamp> stamp(Path file) {
    try {
      Path real = file.toRealPath();
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      Object key = attributes.fileKey();
      return Optional.of(
          new Stamp(
              real,
              key == null ? "" : key,
              attributes.lastModifiedTime().toMillis(),
              attributes.size()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
