package io.gatemini.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The whole evaluation data, where it is there: in {@code shared/eval} beside the project, or where
 * {@code -Dgatemini.evaluation.data} says.
 */
public final class EvaluationData {
  private EvaluationData() {}

  /** Whether it is there; a condition for tests. */
  public static boolean isThere() {
    return directory().isPresent();
  }

  /** Its directory. */
  public static Optional<Path> directory() {
    String named = System.getProperty("gatemini.evaluation.data");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    return Stream.iterate(Path.of("").toAbsolutePath(), at -> at != null, Path::getParent)
        .map(at -> at.resolve("shared").resolve("eval"))
        .filter(at -> Files.exists(at.resolve("pools.json")))
        .findFirst();
  }
}
