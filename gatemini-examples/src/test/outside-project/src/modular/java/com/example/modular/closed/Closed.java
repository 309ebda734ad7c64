package com.example.modular.closed;

import io.gatemini.Tool;

/** A tool in a package that nobody may look into. */
public final class Closed {
  @Tool("Answers.")
  public String answer() {
    return "42";
  }
}
