package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class WrittenValueTest {
  @Property(tries = 500)
  void choosesAmongWhatThereIsBeginningsFirst(
      @ForAll("values") List<String> values, @ForAll("names") String written) {
    WrittenValue value = new WrittenValue(written);

    List<String> beginnings = value.beginnings(values);
    List<String> occurrences = value.occurrences(values);

    assertThat(occurrences).isSubsetOf(values).doesNotHaveDuplicates();
    assertThat(occurrences.subList(0, beginnings.size())).isEqualTo(beginnings);
    List<String> exact = values.stream().filter(it -> it.startsWith(written)).distinct().toList();
    assertThat(beginnings.subList(0, exact.size())).isEqualTo(exact);
    assertThat(occurrences)
        .containsAll(values.stream().filter(it -> it.contains(written)).toList());
  }

  @Provide
  Arbitrary<List<String>> values() {
    return names().list().ofMaxSize(20);
  }

  /** Short and of few letters, so that they have to do with each other; and any at all. */
  @Provide
  Arbitrary<String> names() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.strings().withChars("aB.b_ é").ofMaxLength(6)),
        Tuple.of(1, Arbitraries.strings().all().ofMaxLength(8)));
  }
}
