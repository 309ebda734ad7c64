package com.example.modular.closed;

import io.gatemini.Tool;

/** A tool in a package that is not open to others. */
public final class Closed {
  @Tool("Answers.")
  public String answer() {
    return "42";
  }
}
