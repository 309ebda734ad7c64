package io.gatemini.transport.daemon;

import io.gatemini.internal.async.Guarded;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * A Unix-domain socket that admits processes of this user only: its file has mode 0600, and where
 * the system names the user at the other end, that is compared as well. A file that somebody
 * removes, or puts another one in the place of, is made again within {@link #LOOK_MILLIS}.
 *
 * <p>A file that is there already is taken for the rest of a process that died; that none is alive
 * has to be known before. Two daemon threads, one to accept and one to look at the file.
 */
public final class SocketDoor implements AutoCloseable {
  static final long LOOK_MILLIS = 1_000;

  /** Clients come in crowds when an editor starts its windows. */
  private static final int BACKLOG = 512;

  private static final Logger LOG = System.getLogger(SocketDoor.class.getName());

  private final Path socket;
  private final Consumer<SocketChannel> guests;
  private final @Nullable BooleanSupplier owns;
  private final Object lock = new Object();
  private ServerSocketChannel server;
  private @Nullable Object fileKey;
  private boolean closed;

  private SocketDoor(Path socket, Consumer<SocketChannel> guests, @Nullable BooleanSupplier owns)
      throws IOException {
    this.socket = socket;
    this.guests = guests;
    this.owns = owns;
    this.server = bound();
  }

  /**
   * Opens the door.
   *
   * @param guests gets each connection, on the thread that accepts; must return at once
   * @throws IOException when the socket cannot be made there
   */
  public static SocketDoor open(Path socket, Consumer<SocketChannel> guests) throws IOException {
    return opened(new SocketDoor(socket, guests, null));
  }

  /**
   * Opens the door of one who has the place to himself: another socket there is replaced, too.
   *
   * @param owns asked at each look whether that is still so; where it is not, nothing is replaced
   */
  public static SocketDoor open(Path socket, Consumer<SocketChannel> guests, BooleanSupplier owns)
      throws IOException {
    return opened(new SocketDoor(socket, guests, owns));
  }

  private static SocketDoor opened(SocketDoor door) {
    door.start(door.server);
    thread(door::look, "gatemini-socket-look");
    return door;
  }

  private ServerSocketChannel bound() throws IOException {
    Files.deleteIfExists(socket);
    ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      opened.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
      if (socket.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      }
      fileKey = fileKey();
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private @Nullable Object fileKey() throws IOException {
    return Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private void start(ServerSocketChannel listening) {
    thread(() -> accept(listening), "gatemini-socket-accept");
  }

  private static void thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocketChannel listening) {
    while (true) {
      try {
        SocketChannel guest = listening.accept();
        if (isOfThisUser(guest)) {
          Guarded.orFail(() -> guests.accept(guest), problem -> turnAway(guest, problem));
        } else {
          guest.close();
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.log(Level.WARNING, "a connection was not accepted: {0}", e.getMessage());
        if (!pause()) {
          return; // files are scarce, and come back when a client leaves
        }
      }
    }
  }

  private static void turnAway(SocketChannel guest, Throwable problem) {
    Guarded.log(LOG, "a connection was turned away", problem);
    try {
      guest.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "closing a connection: " + e.getMessage());
    }
  }

  private static boolean isOfThisUser(SocketChannel guest) throws IOException {
    try {
      String user = guest.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
      boolean same = user.equals(System.getProperty("user.name"));
      if (!same) {
        LOG.log(Level.WARNING, "a process of user {0} was not let in", user);
      }
      return same;
    } catch (UnsupportedOperationException e) {
      return true; // the permissions of the file have said it
    }
  }

  /** Makes the file again that somebody has removed, as cleaners of temporary directories do. */
  private void look() {
    while (pause()) {
      synchronized (lock) {
        if (closed) {
          return;
        }
        if ((owns == null || owns.getAsBoolean()) && !isThere()) {
          repair();
        }
      }
    }
  }

  private boolean isThere() {
    try {
      BasicFileAttributes found =
          Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return found.isOther() && (owns == null || Objects.equals(fileKey, found.fileKey()));
    } catch (IOException e) {
      return false;
    }
  }

  private void repair() {
    try {
      Path directory = socket.toAbsolutePath().getParent();
      if (directory != null && !Files.exists(directory)) {
        Files.createDirectories(directory);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
          Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
      }
      ServerSocketChannel before = server;
      server = bound();
      start(server);
      before.close();
      LOG.log(Level.INFO, "the socket {0} was gone or replaced and is there again", socket);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "the socket is gone: " + e.getMessage());
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Admits no more clients; present ones stay. */
  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      try {
        server.close();
        // Another one may have made its own in this place.
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS) && Objects.equals(fileKey, fileKey())) {
          Files.deleteIfExists(socket);
        }
      } catch (IOException e) {
        LOG.log(Level.DEBUG, () -> "closing the socket: " + e.getMessage());
      }
    }
  }
}
