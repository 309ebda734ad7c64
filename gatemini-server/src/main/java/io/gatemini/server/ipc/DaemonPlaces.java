package io.gatemini.server.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the daemon of an identity is: a configuration file, a user, and the major version of what
 * proxy and daemon say to each other. Two identities share none of these files.
 *
 * <p>They are in {@code gatemini} below {@code $XDG_RUNTIME_DIR}, else in {@code
 * /tmp/gatemini-USER} ({@code java.io.tmpdir} on Windows), a directory that only its user may
 * enter.
 *
 * @param socket the Unix-domain socket the daemon listens at
 */
public record DaemonPlaces(Path socket) {
  /** The version of {@link Greeting}: another one is another daemon. */
  public static final int PROTOCOL = 1;

  /** The exit code of a daemon that finds its place taken by another one. */
  public static final int TAKEN = 75;

  /** The longest path of a socket that all platforms take, in bytes. */
  static final int MAX_SOCKET_BYTES = 103;

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /**
   * The places of a configuration.
   *
   * @throws IOException when there is no such file
   */
  public static DaemonPlaces of(Path config) throws IOException {
    return of(config, System.getenv());
  }

  static DaemonPlaces of(Path config, Map<String, String> environment) throws IOException {
    String user = System.getProperty("user.name");
    String name = hash(config.toRealPath() + "\n" + user + "\n" + PROTOCOL) + ".sock";
    String runtime = environment.get("XDG_RUNTIME_DIR");
    if (runtime != null && Path.of(runtime).isAbsolute()) {
      Path socket = Path.of(runtime, "gatemini", name);
      if (isShort(socket)) {
        return new DaemonPlaces(socket);
      }
    }
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    Path temporary = windows ? Path.of(System.getProperty("java.io.tmpdir")) : Path.of("/tmp");
    return new DaemonPlaces(temporary.resolve("gatemini-" + user).resolve(name));
  }

  /**
   * The places around a socket that somebody named.
   *
   * @throws IOException when no socket can have so long a path
   */
  public static DaemonPlaces at(Path socket) throws IOException {
    Path absolute = socket.toAbsolutePath().normalize();
    if (!isShort(absolute)) {
      throw new IOException(
          "the path of the socket has more than "
              + MAX_SOCKET_BYTES
              + " bytes, which is the most that systems take: "
              + absolute);
    }
    return new DaemonPlaces(absolute);
  }

  /**
   * The configuration by the rule of the bundled server: the file that was named, else the one in
   * the platform's directory; null where none is.
   */
  public static @Nullable Path findConfig(@Nullable String named) {
    if (named != null) {
      return Path.of(named).toAbsolutePath().normalize();
    }
    Path directory =
        configDirectory(
                System.getProperty("os.name"), System.getProperty("user.home"), System.getenv())
            .resolve("gatemini");
    for (String name : new String[] {"gatemini.yaml", "config.yaml"}) {
      if (Files.exists(directory.resolve(name))) {
        return directory.resolve(name);
      }
    }
    return null;
  }

  static Path configDirectory(String osName, String home, Map<String, String> environment) {
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      String appData = environment.get("APPDATA");
      return appData != null ? Path.of(appData) : Path.of(home, "AppData", "Roaming");
    }
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Application Support");
    }
    String xdg = environment.get("XDG_CONFIG_HOME");
    return xdg != null && Path.of(xdg).isAbsolute() ? Path.of(xdg) : Path.of(home, ".config");
  }

  /**
   * Gives a user without an entry in the password file, as containers have and Java calls "?", the
   * name by which the system shows the user to others, its number.
   */
  public static void adoptUnlistedUser() {
    if ("?".equals(System.getProperty("user.name"))) {
      try {
        System.setProperty("user.name", Files.getOwner(Path.of("/proc/self")).getName());
      } catch (IOException e) {
        System.err.println("gatemini: the name of this user is not known: " + e.getMessage());
      }
    }
  }

  private static boolean isShort(Path socket) {
    return socket.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_SOCKET_BYTES;
  }

  /** A short name for something, such as the path of a configuration, that a file can have. */
  public static String hash(String identity) {
    return hash(identity, 8);
  }

  /** So many bytes of the SHA-256 of a text, in hexadecimal. */
  public static String hash(String identity, int length) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, length);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Locked by the starter of a daemon, until it answers. */
  public Path startLock() {
    return sibling(".lock");
  }

  /** Locked by the daemon while it owns the socket. */
  public Path ownerLock() {
    return sibling(".owner");
  }

  /** The process id of the daemon. */
  public Path pid() {
    return sibling(".pid");
  }

  /** The log of the daemon. */
  public Path log() {
    return sibling(".log");
  }

  /** Opens one of these files for this user alone; makes it where it is missing. */
  public static FileChannel open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return channel;
  }

  /** Writes the number of a process to one of these files; 0 writes none. */
  public static void writePid(FileChannel file, long pid) throws IOException {
    file.truncate(0);
    if (pid != 0) {
      file.write(ByteBuffer.wrap((pid + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    }
  }

  private Path sibling(String suffix) {
    String name = String.valueOf(socket.getFileName());
    int dot = name.lastIndexOf('.');
    return socket.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + suffix);
  }

  /**
   * Creates the directory if it is missing, for this user alone, and checks that no other user can
   * change its content.
   *
   * @throws IOException saying what to do where it is not safe
   */
  public void prepareDirectory() throws IOException {
    Path directory = socket.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("a file needs a directory");
    }
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    try {
      Path parent = directory.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      if (posix) {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } else {
        Files.createDirectory(directory);
      }
      return;
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(directory + " is no directory; remove it", e);
      }
    }
    if (posix) {
      checkOwner(directory);
    }
  }

  private static void checkOwner(Path directory) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(
            directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    String owner = view.readAttributes().owner().getName();
    String user = System.getProperty("user.name");
    if (!owner.equals(user)) {
      throw new IOException(
          directory
              + " belongs to "
              + owner
              + ", not to "
              + user
              + "; set XDG_RUNTIME_DIR to a directory of your own");
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          "others can write to " + directory + "; take a socket in a directory of your own");
    }
  }

  /** The process of the daemon, as its file says; null where it says none. */
  public @Nullable Long readPid() {
    return readPid(pid());
  }

  /** The process that one of these files says; null where it says none. */
  public static @Nullable Long readPid(Path file) {
    try {
      return Long.valueOf(Files.readString(file).strip());
    } catch (IOException | NumberFormatException e) {
      return null;
    }
  }
}
