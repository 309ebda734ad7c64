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
    try (InputStream in = SucraseFiles.class.getResourceAsStream("sucrase.js")) {
      String script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return script + "(" + NpmPackage.SUCRASE.loader(List.of("index")) + ")";
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read sucrase.js", e);
    }
  }
}
