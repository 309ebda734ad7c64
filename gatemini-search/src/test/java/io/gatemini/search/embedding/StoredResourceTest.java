package io.gatemini.search.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredResourceTest {
  @TempDir Path directory;

  @Test
  void readsWhatStandsUncompressedInAJar() throws IOException {
    byte[] model = bundled();

    StoredResource stored = StoredResource.of(packed(model, ZipEntry.STORED)).orElseThrow();

    assertThat(stored.readAllBytes()).isEqualTo(model);
    assertThat(stored.read()).isEqualTo(-1);
    assertThat(stored.next(1).hasRemaining()).isFalse();
  }

  @Test
  void leavesOthersToAStream() throws IOException {
    URL file = Files.write(directory.resolve("file"), new byte[] {1}).toUri().toURL();

    assertThat(StoredResource.of(packed(new byte[9_000], ZipEntry.DEFLATED))).isEmpty();
    assertThat(StoredResource.of(file)).isEmpty();
  }

  @Test
  void givesTheSameModelAsAStream() throws IOException {
    byte[] bytes = bundled();
    StaticModel ofStream = StaticModel.read(new ByteArrayInputStream(bytes));

    StaticModel mapped =
        StaticModel.read(StoredResource.of(packed(bytes, ZipEntry.STORED)).orElseThrow());

    for (String text : new String[] {"", "send an email", "readFile snake_case", "ξένος 漢字"}) {
      assertThat(mapped.encode(text)).isEqualTo(ofStream.encode(text));
    }
    assertThat(mapped.bytes()).isLessThan(ofStream.bytes() / 4);
  }

  @Test
  void reportsAModelThatIsCut() throws IOException {
    byte[] bytes = bundled();
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);

    StoredResource stored = StoredResource.of(packed(cut, ZipEntry.STORED)).orElseThrow();

    assertThatThrownBy(() -> StaticModel.read(stored))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("the file ends after");
  }

  private static byte[] bundled() throws IOException {
    try (InputStream in = StaticModel.class.getResourceAsStream("model.gsem")) {
      return in.readAllBytes();
    }
  }

  /** In a jar whose other entries have names and additions of their own. */
  private URL packed(byte[] content, int method) throws IOException {
    Path jar = directory.resolve("packed " + method + ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("a/model.gsem.txt"));
      out.write(content, 0, content.length / 2);
      ZipEntry entry = new ZipEntry("a/model.gsem");
      entry.setMethod(method);
      entry.setExtra(new byte[] {(byte) 0xfe, (byte) 0xca, 0, 0});
      entry.setSize(content.length);
      CRC32 sum = new CRC32();
      sum.update(content);
      entry.setCrc(sum.getValue());
      out.putNextEntry(entry);
      out.write(content);
      out.putNextEntry(new ZipEntry("b"));
      out.setComment("the end");
    }
    return URI.create("jar:" + jar.toUri() + "!/a/model.gsem").toURL();
  }
}
