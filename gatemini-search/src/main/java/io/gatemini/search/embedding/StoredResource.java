package io.gatemini.search.embedding;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * A resource that stands uncompressed in a jar, and is mapped: what nobody reads of it takes no
 * memory. Its place is found in the central directory (ZIP application note 6.3.10, 4.3.12 and
 * 4.3.16), which the JDK keeps to itself. Belongs to one thread.
 */
final class StoredResource extends InputStream {
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int ENTRY = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int LOCAL_BYTES = 30;

  private final ByteBuffer content;

  private StoredResource(ByteBuffer content) {
    this.content = content;
  }

  /** The resource at an address; empty where it is compressed, or in no jar of this machine. */
  static Optional<StoredResource> of(URL address) throws IOException {
    if (!(address.openConnection() instanceof JarURLConnection connection)) {
      return Optional.empty();
    }
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      return connection.getJarEntry().getMethod() == ZipEntry.STORED
          ? in(Path.of(jar.getName()), connection.getEntryName())
          : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty(); // a stream can be had of it
    }
  }

  private static Optional<StoredResource> in(Path jar, String entry) throws IOException {
    ByteBuffer name = ByteBuffer.wrap(entry.getBytes(StandardCharsets.UTF_8));
    ByteBuffer all;
    try (FileChannel channel = FileChannel.open(jar)) {
      all = channel.map(MapMode.READ_ONLY, 0, channel.size()).order(ByteOrder.LITTLE_ENDIAN);
    }
    int end = all.limit() - END_BYTES;
    while (all.getInt(end) != END) {
      end--;
    }
    int at = all.getInt(end + 16);
    while (all.getInt(at) == ENTRY) {
      int nameBytes = all.getShort(at + 28);
      if (all.slice(at + ENTRY_BYTES, nameBytes).equals(name)) {
        int local = all.getInt(at + 42);
        int start = local + LOCAL_BYTES + all.getShort(local + 26) + all.getShort(local + 28);
        return Optional.of(new StoredResource(all.slice(start, all.getInt(at + 24))));
      }
      at += ENTRY_BYTES + nameBytes + all.getShort(at + 30) + all.getShort(at + 32);
    }
    return Optional.empty();
  }

  @Override
  public int read() {
    return content.hasRemaining() ? Byte.toUnsignedInt(content.get()) : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int count = Math.min(length, content.remaining());
    content.get(into, offset, count);
    return count == 0 && length > 0 ? -1 : count;
  }

  /** So many of the next bytes, unread; fewer where it ends before. */
  ByteBuffer next(int length) {
    ByteBuffer part = content.slice(content.position(), Math.min(length, content.remaining()));
    content.position(content.position() + part.limit());
    return part;
  }
}
