package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  @Test
  void isWorthALineTheFirstTimeTheTenthAndTheHundredth() {
    Repeats repeats = new Repeats();
    List<Integer> lines = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      lines.add(repeats.count("no file"));
    }

    assertThat(lines).filteredOn(line -> line > 0).containsExactly(1, 10, 100);
    assertThat(repeats.count("no licence")).isEqualTo(1);
    repeats.clear();
    assertThat(repeats.count("no licence")).isEqualTo(1);
  }
}
