package io.gatemini.sandbox.internal.js;

import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs as they are taken apart before and after the engine's own parser. */
@Tag("long")
class HostileSourcesTest {
  @Test
  void readsProgramsInLinearTime() {
    LinearTime.of(
        text -> {
          Transpilers.lineOf(text);
          Transpilers.lineOf("(line 1".repeat(3) + text);
          Globals.neededBy(text);
        });
  }

  @Test
  void removesExportsInLinearTime() {
    LinearTime.of(
        text -> {
          new ModuleExports(text).remove(1, 0);
          new ModuleExports("export default" + text).remove(1, 0);
          new ModuleExports("export default function " + text).remove(1, 0);
          new ModuleExports("export { " + text + " }").remove(1, 0);
          new ModuleExports("export const " + text).remove(1, 0);
        });
  }
}
