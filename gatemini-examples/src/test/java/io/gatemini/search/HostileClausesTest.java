package io.gatemini.search;

import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.text.EnglishAnalyzer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks as they are split into clauses. */
@Tag("long")
class HostileClausesTest {
  @Test
  void readsClausesInLinearTime() {
    EnglishAnalyzer analyzer = new EnglishAnalyzer();

    // No retriever reads more than ten thousand characters of a task.
    LinearTime.of(100_000, text -> Clauses.of(text, analyzer));
  }
}
