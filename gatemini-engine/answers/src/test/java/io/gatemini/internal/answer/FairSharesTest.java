package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  @Test
  void givesWhatASmallPartLeavesToTheLargeOne() {
    assertThat(LosslessReduction.fairShares(new long[] {1_000, 10}, 100)).containsExactly(90, 10);
  }

  @Property
  void neverGivesMoreThanThereIs(
      @ForAll long @net.jqwik.api.constraints.Size(max = 6) [] seeds,
      @ForAll @LongRange(max = 1_000_000) long total) {
    long[] sizes = Arrays.stream(seeds).map(size -> Math.floorMod(size, 500_000L)).toArray();

    long[] shares = LosslessReduction.fairShares(sizes, total);

    assertThat(Arrays.stream(shares).sum()).isLessThanOrEqualTo(total);
    if (Arrays.stream(sizes).sum() <= total) {
      for (int i = 0; i < sizes.length; i++) {
        assertThat(shares[i]).isGreaterThanOrEqualTo(sizes[i]);
      }
    }
  }
}
