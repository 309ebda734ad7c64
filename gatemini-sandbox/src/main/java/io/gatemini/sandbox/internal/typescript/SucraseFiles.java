package io.gatemini.sandbox.internal.typescript;

import io.gatemini.sandbox.internal.npm.NpmPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Sucrase ({@code org.mvnpm:sucrase}) as one script. */
public final class SucraseFiles {
  private SucraseFiles() {}

  /**
   * An expression whose value is a function that takes a TypeScript program and returns an object
   * with its {@code code}, or with an {@code error} and the {@code line} of it.
   */
  public static String asFunction() {
    return script() + "(" + NpmPackage.SUCRASE.loader(List.of("index")) + ")";
  }

  /** Differs from every other text of {@link #asFunction()}; reads far less. */
  public static String key() {
    return NpmPackage.SUCRASE.version() + script();
  }

  private static String script() {
    try (InputStream in = SucraseFiles.class.getResourceAsStream("sucrase.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read sucrase.js", e);
    }
  }
}
