package io.gatemini.internal.settings;

import io.gatemini.spi.SecretProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Secrets that are files, as container platforms mount them: {@code secretref:file:/run/secrets/x}.
 * A relative path is one from {@code secrets.providers.file.directory} and does not leave it; where
 * no directory is set, one from the working directory. The line end that editors add is left out.
 */
public final class FileSecrets implements SecretProvider {
  static final String NAME = "file";

  /** Keys and certificates are far smaller; a device file must not be read forever. */
  private static final int MAX_BYTES = 64 * 1024;

  private final Supplier<Optional<Path>> directory;

  /** Those of any place. */
  public FileSecrets() {
    this(Optional::empty);
  }

  /**
   * @param directory where relative paths begin
   */
  public FileSecrets(Supplier<Optional<Path>> directory) {
    this.directory = directory;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The file's text; empty when it cannot be read, is empty or larger than 64 KiB. */
  @Override
  public Optional<String> resolve(String reference) {
    try (InputStream in = Files.newInputStream(path(reference))) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      String text = new String(bytes, StandardCharsets.UTF_8).stripTrailing();
      return bytes.length > MAX_BYTES || text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Path path(String reference) throws NoSuchFileException {
    Path path = Path.of(reference);
    Path root = directory.get().orElse(null);
    if (root == null || path.isAbsolute()) {
      return path;
    }
    Path within = root.resolve(path).normalize();
    if (!within.startsWith(root.normalize())) {
      throw new NoSuchFileException(reference);
    }
    return within;
  }
}
