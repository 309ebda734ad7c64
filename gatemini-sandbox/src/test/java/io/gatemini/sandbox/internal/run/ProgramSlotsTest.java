package io.gatemini.sandbox.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.run.ProgramSlots.Admission;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who gets a place; programs are their clients and a number. */
class ProgramSlotsTest {
  private final ProgramSlots<String> slots = new ProgramSlots<>(4, 0);

  private Admission arrive(String program) {
    return slots.arrive(program, client(program), false);
  }

  private static String client(String program) {
    return program.replaceAll("[0-9]", "");
  }

  private long running(String client, int programs) {
    return IntStream.range(0, programs).filter(i -> arrive(client + i) == Admission.RUN).count();
  }

  @Test
  void givesAClientAloneAllPlacesAndNoMore() {
    assertThat(running("bob", 10)).isEqualTo(4);
    assertThat(slots.load().waiting()).isEqualTo(6);
  }

  @Test
  void givesOthersTheirShareThoughOneHasAllPlaces() {
    running("bob", 10);

    assertThat(running("ann", 10)).isEqualTo(2);
    assertThat(running("cleo", 10)).isZero();
    assertThat(slots.load().running()).isEqualTo(6);
  }

  @Test
  void bringsAClientDownToHalfWhileAnotherWaits() {
    running("bob", 10);
    running("ann", 10);

    assertThat(slots.end("bob0")).isNull();
    assertThat(slots.end("bob1")).isNull();
    assertThat(slots.end("bob2")).startsWith("bob");
    assertThat(slots.end("ann0")).startsWith("ann");
    assertThat(slots.load().running()).isEqualTo(4);
  }

  @Test
  void servesTheClientWithTheFewestProgramsFirst() {
    running("bob", 2);
    running("ann", 1);
    running("cleo", 1);
    arrive("bob7");
    arrive("ann7");

    assertThat(slots.end("cleo0")).isEqualTo("ann7");
    assertThat(slots.end("bob0")).isEqualTo("bob7");
  }

  @Test
  void boundsCompositeToolsByClientAsWell() {
    IntStream.range(0, 64).forEach(i -> slots.arrive("bob" + i, "bob", true));

    assertThat(slots.arrive("bob", "bob", true)).isEqualTo(Admission.TOO_MANY_NESTED);
    assertThat(slots.arrive("ann", "ann", true)).isEqualTo(Admission.RUN);
  }

  @Test
  void servesInTurnsWhereThereIsOnePlace() {
    ProgramSlots<String> one = new ProgramSlots<>(1, 0);
    for (String program : new String[] {"bob0", "bob1", "ann0", "bob2"}) {
      one.arrive(program, client(program), false);
    }

    assertThat(one.end("bob0")).isEqualTo("ann0");
    one.arrive("ann1", "ann", false);
    assertThat(one.end("ann0")).isEqualTo("bob1");
    assertThat(one.end("bob1")).isEqualTo("ann1");
    assertThat(one.end("ann1")).isEqualTo("bob2");
  }
}
