package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  @Test
  void isWorthALineTheFirstTimeTheTenthAndTheHundredth() {
    FailureLog failures = new FailureLog("files");
    List<Integer> lines = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      lines.add(failures.count("no file"));
    }

    assertThat(lines).filteredOn(line -> line > 0).containsExactly(1, 10, 100);
    assertThat(failures.count("no licence")).isEqualTo(1);
    failures.clear();
    assertThat(failures.count("no licence")).isEqualTo(1);
  }
}
