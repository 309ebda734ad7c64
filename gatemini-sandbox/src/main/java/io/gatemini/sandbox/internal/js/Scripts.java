package io.gatemini.sandbox.internal.js;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The scripts of this module. */
public final class Scripts {
  /** Evaluated in each context before anything else. */
  public static final String PRELUDE = "prelude.js";

  private Scripts() {}

  /** The text of one. */
  public static String read(String name) {
    try (InputStream in = Scripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
