package io.gatemini.internal.program.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestCatalog;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptHintsTest {
  private static final TimeBudget ENOUGH = TimeBudget.of(Duration.ofMinutes(1));

  private final TestCatalog catalog = TestCatalog.of("files.read", "my-backend.web-search");

  @Table(
      """
      await files . raed ({}) | TypeError: files.raed is not a function | files.read?
      await files.nothere({}) | TypeError: files.nothere is not a function | Object.keys(files)
      fiels.read() | ReferenceError: fiels is not defined | the backend files?
      read() | ReferenceError: read is not defined | files.read({...})
      my-backend.x() | ReferenceError: my is not defined | as my_backend
      import 'fs' | Operation is not allowed for: fs | no modules to import
      """)
  void helpsOverWhatIsNearlyRight(String code, String message, String hint) {
    assertThat(hints(code, ENOUGH).on(message))
        .hasValueSatisfying(it -> assertThat(it).contains(hint));
  }

  @Table(
      """
      x.nothere() | TypeError: x.nothere is not a function
      x() | TypeError: x is not a function
      1 + 1 | RangeError: no
      1 + 1 | ReferenceError:  is not defined
      """)
  void saysNothingOfWhatItDoesNotKnow(String code, String message) {
    assertThat(hints(code, ENOUGH).on(message)).isEmpty();
  }

  @Test
  void findsTheFunctionBehindALongReceiver() {
    String literal = "'" + "A".repeat(100_000) + "'";
    String message = "TypeError: " + literal + ".raed is not a function";

    assertThat(hints(literal + ".raed(); files.raed({})", ENOUGH).on(message))
        .contains("did you mean files.read?");
  }

  @Test
  void saysNothingOnceTheTimeIsOver() {
    TimeBudget over = TimeBudget.of(Duration.ZERO);
    TimeBudget abandoned = TimeBudget.of(Duration.ofMinutes(1), () -> true);

    assertThat(hints("fiels.x", over).on("ReferenceError: fiels is not defined")).isEmpty();
    assertThat(hints("fiels.x", abandoned).on("ReferenceError: fiels is not defined")).isEmpty();
  }

  @Test
  void repeatsNoNameOfAnyLength() {
    String name = "a".repeat(10_000);

    assertThat(hints(name, ENOUGH).on("ReferenceError: " + name + " is not defined")).isEmpty();
  }

  private ScriptHints hints(String code, TimeBudget time) {
    return new ScriptHints(
        new FailedProgram(
            catalog,
            ScriptNames.of(catalog),
            name -> Optional.empty(),
            Map.of(),
            Set.of("search_tools"),
            code,
            time));
  }
}
