package io.gatemini.internal.config;

import io.gatemini.spi.SecretProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Secrets that are files, as container platforms mount them: {@code secretref:file:/run/secrets/x}.
 * A relative path is one from the working directory. The line end that editors add is left out.
 */
public final class FileSecrets implements SecretProvider {
  static final String NAME = "file";

  /** Keys and certificates are far smaller; a device file must not be read forever. */
  private static final int MAX_BYTES = 64 * 1024;

  @Override
  public String name() {
    return NAME;
  }

  /** The file's text; empty when it cannot be read, is empty or larger than 64 KiB. */
  @Override
  public Optional<String> resolve(String reference) {
    try (InputStream in = Files.newInputStream(Path.of(reference))) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      String text = new String(bytes, StandardCharsets.UTF_8).stripTrailing();
      return bytes.length > MAX_BYTES || text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
