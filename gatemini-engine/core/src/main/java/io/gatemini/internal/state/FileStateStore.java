package io.gatemini.internal.state;

import io.gatemini.internal.async.Failures;
import io.gatemini.internal.state.StateFormat.UnreadableStateException;
import io.gatemini.spi.StateStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A state store in one file that several processes may share, see {@link StateFormat}. Thread-safe.
 *
 * <p>Changes stay in memory until {@link #flush}, which reads the file again, puts the changes into
 * it and replaces it as a whole, while no other process does. The file's content is held from the
 * first read to the next flush: gateways read at their start.
 *
 * <p>No file prevents a start: one that cannot be read as such is put aside, and where none can be
 * written everything stays in memory; each is a line in the log.
 */
public final class FileStateStore implements StateStore {
  private static final Logger LOG = System.getLogger(FileStateStore.class.getName());

  /** A server may have a heap of 256 MB. A thousand tools take about one. */
  private static final int MAX_BYTES =
      (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16);

  /**
   * A file that cannot be written for so many changes of one value gets the last one for itself.
   */
  private static final int MAX_UNWRITTEN = 1_000;

  /** A thread keeps a direct buffer as large as what it has read or written last. */
  private static final int CHUNK = 64 * 1024;

  /** How many files that could not be read are kept. */
  private static final int MAX_ASIDE = 3;

  /** By file, so that all gateways of a process that name one share what they have changed. */
  private static final Map<Path, WeakReference<FileStateStore>> OPEN = new HashMap<>();

  private final Path file;
  private final FileLocking locking;

  /** The changes to apply to the file's content at the next flush, in this order. */
  private final Map<StatePlace, List<UnaryOperator<Optional<byte[]>>>> changes = new HashMap<>();

  private @Nullable SortedMap<StatePlace, byte[]> known;
  private boolean loggedUnread;
  private boolean loggedUnwritten;

  private FileStateStore(Path file) {
    this.file = file;
    this.locking = new FileLocking(file.resolveSibling(file.getFileName() + ".lock"));
  }

  /** The store in a file; the same one for the same file as long as it is in use. */
  public static StateStore at(Path file) {
    Path place = place(file);
    synchronized (OPEN) {
      OPEN.values().removeIf(store -> store.get() == null);
      WeakReference<FileStateStore> open = OPEN.get(place);
      FileStateStore store = open == null ? null : open.get();
      if (store == null) {
        store = new FileStateStore(place);
        OPEN.put(place, new WeakReference<>(store));
      }
      return store;
    }
  }

  /** One that knows of others what is in the file, like one in another process. */
  static StateStore unshared(Path file) {
    return new FileStateStore(place(file));
  }

  /** A directory may have several names, and two stores must not lock one file. */
  private static Path place(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path directory = absolute.getParent();
    try {
      return directory == null ? absolute : directory.toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      return absolute; // it is yet to be made
    }
  }

  @Override
  public synchronized Optional<byte[]> read(String area, String key) {
    StatePlace place = new StatePlace(area, key);
    return now(place, known()).map(byte[]::clone);
  }

  private Optional<byte[]> now(StatePlace place, Map<StatePlace, byte[]> values) {
    Optional<byte[]> value = Optional.ofNullable(values.get(place));
    for (UnaryOperator<Optional<byte[]>> change : changes.getOrDefault(place, List.of())) {
      value = change.apply(value);
    }
    return value;
  }

  private SortedMap<StatePlace, byte[]> known() {
    SortedMap<StatePlace, byte[]> values = known;
    if (values == null) {
      values = loaded();
      known = values;
    }
    return values;
  }

  private SortedMap<StatePlace, byte[]> loaded() {
    try {
      try {
        return load();
      } catch (UnreadableStateException e) {
        // Another process may have found the same, and begun a new file.
        return locking.locked(this::loadOrPutAside);
      }
    } catch (IOException e) {
      if (!loggedUnread) {
        loggedUnread = true;
        LOG.log(
            Level.WARNING,
            "the remembered state in {0} cannot be read, and the gateway starts without it: {1}",
            file,
            Failures.sentence(e));
      }
      return new TreeMap<>();
    }
  }

  @Override
  public synchronized void write(String area, String key, byte[] value) {
    replaceBy(writable(area, key), Optional.of(value.clone()));
  }

  private static StatePlace writable(String area, String key) {
    StatePlace place = new StatePlace(area, key);
    if (!place.isText()) {
      throw new IllegalArgumentException("the name of an area or a key is no Unicode text");
    }
    return place;
  }

  @Override
  public synchronized void remove(String area, String key) {
    replaceBy(new StatePlace(area, key), Optional.empty());
  }

  @Override
  public synchronized Optional<byte[]> update(
      String area, String key, UnaryOperator<Optional<byte[]>> change) {
    StatePlace place = writable(area, key);
    Optional<byte[]> now = change.apply(read(area, key)).map(byte[]::clone);
    List<UnaryOperator<Optional<byte[]>>> all =
        changes.computeIfAbsent(place, made -> new ArrayList<>());
    all.add(change);
    if (all.size() > MAX_UNWRITTEN) {
      replaceBy(place, now.map(byte[]::clone));
    }
    return now;
  }

  private void replaceBy(StatePlace place, Optional<byte[]> value) {
    changes.put(place, new ArrayList<>(List.of(before -> value)));
  }

  @Override
  public synchronized void flush() {
    known = null;
    if (changes.isEmpty()) {
      return;
    }
    // An interrupt closes files; it means what the thread does next.
    boolean interrupted = Thread.interrupted();
    try {
      locking.locked(this::merge);
      changes.clear();
      loggedUnwritten = false;
    } catch (IOException e) {
      if (!loggedUnwritten) {
        loggedUnwritten = true;
        LOG.log(
            Level.WARNING,
            "state stays in memory for now, because {0} cannot be written: {1}",
            file,
            Failures.sentence(e));
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Void merge() throws IOException {
    SortedMap<StatePlace, byte[]> values = loadOrPutAside();
    boolean changed = false;
    for (StatePlace place : changes.keySet()) {
      byte[] now = now(place, values).orElse(null);
      byte[] before = now == null ? values.remove(place) : values.put(place, now);
      changed |= !Arrays.equals(before, now);
    }
    if (changed) {
      replace(StateFormat.write(values));
    }
    return null;
  }

  private SortedMap<StatePlace, byte[]> load() throws IOException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UnreadableStateException("it has more than " + MAX_BYTES + " bytes");
      }
      return StateFormat.read(bytes());
    } catch (NoSuchFileException e) {
      return new TreeMap<>();
    }
  }

  private byte[] bytes() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      byte[] bytes = new byte[(int) Math.min(channel.size(), MAX_BYTES)];
      int read = 0;
      while (read < bytes.length) {
        int count =
            channel.read(ByteBuffer.wrap(bytes, read, Math.min(CHUNK, bytes.length - read)));
        if (count < 0) {
          break;
        }
        read += count;
      }
      return read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    }
  }

  private SortedMap<StatePlace, byte[]> loadOrPutAside() throws IOException {
    try {
      return load();
    } catch (UnreadableStateException e) {
      for (int i = MAX_ASIDE - 1; i > 0; i--) {
        if (Files.exists(aside(i), LinkOption.NOFOLLOW_LINKS)) {
          Files.move(aside(i), aside(i + 1), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      Files.move(file, aside(1), StandardCopyOption.REPLACE_EXISTING);
      LOG.log(
          Level.WARNING,
          "the remembered state in {0} cannot be read, and the gateway starts without it: {1}; the file"
              + " is {2} now",
          file,
          e.getMessage(),
          aside(1).getFileName());
      return new TreeMap<>();
    }
  }

  private Path aside(int number) {
    return file.resolveSibling(file.getFileName() + ".unreadable-" + number);
  }

  /** A reader of the file gets the old one or the new one, even after a loss of power. */
  private void replace(byte[] bytes) throws IOException {
    if (bytes.length > MAX_BYTES) {
      throw new IOException("it would have more than " + MAX_BYTES + " bytes");
    }
    // Always the same name: the file of a killed process is overwritten.
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.deleteIfExists(next);
    try {
      try (FileChannel channel =
          FileChannel.open(
              next,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              FileLocking.ownerOnly(next, "rw-------"))) {
        int written = 0;
        while (written < bytes.length) {
          int count = Math.min(CHUNK, bytes.length - written);
          written += channel.write(ByteBuffer.wrap(bytes, written, count));
        }
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(next);
      throw e;
    }
    try (FileChannel directory = FileChannel.open(file.resolveSibling("."))) {
      directory.force(true);
    } catch (IOException e) {
      // Windows has no such thing, and its file is there.
    }
  }
}
