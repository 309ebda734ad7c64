package io.gatemini.examples.plugin;

import io.gatemini.RawJson;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Results as files, {@code <owner>/<id>.json} in a directory: they outlive the process. Owners are
 * any text, so a directory has the name that is derived from it. One process at a time;
 * thread-safe.
 */
public final class FileResults implements ResultStore {
  private final Path directory;
  private final Limits limits;
  private final Clock clock;

  /**
   * @param directory is made with the first result
   */
  public FileResults(Path directory, Limits limits, Clock clock) {
    this.directory = directory;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public synchronized Optional<String> put(String owner, RawJson result) {
    try {
      String id = UUID.randomUUID().toString();
      Path file = Files.createDirectories(own(owner)).resolve(id + ".json");
      makeRoom(result.length());
      Files.write(file, result.toByteArray());
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
      return Optional.of(id);
    } catch (IOException e) {
      throw new UncheckedIOException("a result could not be written", e);
    }
  }

  @Override
  public Lookup find(String owner, String id) {
    Path file = own(owner).resolve(id + ".json");
    try {
      Instant end = Files.getLastModifiedTime(file).toInstant().plus(limits.maxAge());
      return clock.instant().isBefore(end)
          ? new Lookup.Found(RawJson.wrap(Files.readAllBytes(file)))
          : new Lookup.Expired(end, limits.maxAge());
    } catch (NoSuchFileException e) {
      return new Lookup.Unknown();
    } catch (IOException e) {
      throw new UncheckedIOException("a result could not be read", e);
    }
  }

  @Override
  public synchronized void forget(String owner) {
    delete(files(own(owner)));
  }

  /** Deletes the oldest. */
  private void makeRoom(long bytes) throws IOException {
    List<Path> newestFirst = files(directory);
    long total = bytes;
    for (int i = 0; i < newestFirst.size(); i++) {
      total += Files.size(newestFirst.get(i));
      if (total > limits.maxBytes()) {
        delete(newestFirst.subList(i, newestFirst.size()));
        return;
      }
    }
  }

  private Path own(String owner) {
    return directory.resolve(
        UUID.nameUUIDFromBytes(owner.getBytes(StandardCharsets.UTF_8)).toString());
  }

  private static List<Path> files(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .sorted(Comparator.comparing(FileResults::made).reversed())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the results could not be listed", e);
    }
  }

  private static FileTime made(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException("a result could not be looked at", e);
    }
  }

  private static void delete(List<Path> files) {
    try {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a result could not be deleted", e);
    }
  }
}
