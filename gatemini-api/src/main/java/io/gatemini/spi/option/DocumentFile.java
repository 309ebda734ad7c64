package io.gatemini.spi.option;

import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file of YAML or JSON that somebody wrote by hand. Its size, its depth and what its aliases
 * expand to are bounded.
 *
 * <p>Messages name the file without its directories, but for one that is not there: who starts a
 * program often does not know where.
 */
final class DocumentFile {
  /** A hand-written file is a thousandth of it. */
  private static final int MAX_BYTES = 1024 * 1024;

  private DocumentFile() {}

  static String text(Path file, String fileName) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new ConfigException(fileName + ": the file is larger than 1 MiB");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          fileName + ": there is no such file; " + file.toAbsolutePath() + " was looked for", e);
    } catch (CharacterCodingException e) {
      throw new ConfigException(fileName + ": the file is not UTF-8; save it as UTF-8", e);
    } catch (IOException e) {
      throw new ConfigException(
          fileName + ": the file cannot be read; check that it is a file you may read", e);
    }
  }
}
