package io.gatemini.internal.surface.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts for agents, which are files beside the classes that show them. Stateless. */
public final class Texts {
  private Texts() {}

  /**
   * The text.
   *
   * @param name the file beside the class
   */
  public static String of(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
