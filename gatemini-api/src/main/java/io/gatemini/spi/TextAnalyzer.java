package io.gatemini.spi;

import java.util.List;

/** Turns text into tokens for search, the intent filter and completion. Thread-safe. */
@FunctionalInterface
public interface TextAnalyzer {
  /** The tokens of a text in their order, repeated ones repeated. */
  List<String> tokens(String text);
}
