package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.process.ProcessTable.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProcessTableTest {
  /** As macOS writes it: right-aligned columns, no header. */
  private static final String PS =
      """
            1     0  18352
          311     1   9040
        41210   311 123456
        41211 41210   2048
      """;

  @Example
  void readsWhatPsWrites() {
    ProcessTable table = ProcessTable.ofPs(PS);

    assertThat(table.rows())
        .containsEntry(41210L, new Row(311, 123456 * 1024L))
        .containsEntry(1L, new Row(0, 18352 * 1024L))
        .hasSize(4);
    assertThat(table.residentBytes(List.of(41210L))).hasValue((123456 + 2048) * 1024L);
    assertThat(table.residentBytes(List.of(41210L, 41211L))).hasValue((123456 + 2048) * 1024L);
    assertThat(table.residentBytes(List.of(99L))).isEmpty();
    assertThat(table.residentBytes(List.of())).isEmpty();
  }

  /** As an English, a German, a French and a Swiss Windows write it. */
  @Example
  void readsWhatTasklistWritesInAnyLanguage() {
    String output =
        """
        "System Idle Process","0","Services","0","8 K"
        "node.exe","4120","Console","1","1,234,567 K"
        "node.exe","4121","Console","1","45.678 K"
        "python.exe","4122","Console","1","45\u202f678 Ko"
        "a, b.exe","4123","RDP-Tcp#0","2","45'678 K"
        "gone.exe","4124","Console","1","N/A"
        INFO: No tasks are running which match the specified criteria.
        """;

    ProcessTable table = ProcessTable.ofTasklist(output.replace("\n", "\r\n"));

    assertThat(table.residentBytes(List.of(4120L))).hasValue(1_234_567 * 1024L);
    for (long pid = 4121; pid <= 4123; pid++) {
      assertThat(table.residentBytes(List.of(pid))).hasValue(45_678 * 1024L);
    }
    assertThat(table.residentBytes(List.of(4124L))).hasValue(0);
    assertThat(table.rows()).hasSize(6);
  }

  @Example
  void survivesACircleOfParents() {
    ProcessTable table = ProcessTable.ofPs("5 6 10\n6 5 10\n7 7 10\n");

    assertThat(table.residentBytes(List.of(5L, 7L))).hasValue(30 * 1024L);
  }

  @Property(tries = 300)
  void makesNothingOfForeignText(@ForAll String text) {
    assertThat(ProcessTable.ofPs(text).rows().values())
        .allMatch(row -> row.residentBytes() >= 0 && row.parent() >= 0);
    assertThat(ProcessTable.ofTasklist(text).rows().values())
        .allMatch(row -> row.residentBytes() >= 0);
    assertThat(ResidentMemory.statusBytes(text)).isNotNegative();
    assertThat(ResidentMemory.statusBytes("VmRSS:" + text)).isNotNegative();
  }

  @Property(tries = 300)
  void readsBackWhatWasListed(@ForAll("tables") Map<Long, Row> rows) {
    StringBuilder ps = new StringBuilder();
    StringBuilder tasklist = new StringBuilder();
    rows.forEach(
        (pid, row) -> {
          long kib = row.residentBytes() / 1024;
          ps.append(String.format(Locale.ROOT, "%7d %5d %8d%n", pid, row.parent(), kib));
          tasklist.append(
              String.format(Locale.US, "\"p\",\"%d\",\"Console\",\"1\",\"%,d K\"%n", pid, kib));
        });

    assertThat(ProcessTable.ofPs(ps.toString()).rows()).isEqualTo(rows);
    assertThat(ProcessTable.ofTasklist(tasklist.toString()).residentBytes(rows.keySet()))
        .isEqualTo(
            rows.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(rows.values().stream().mapToLong(Row::residentBytes).sum()));
  }

  @Provide
  Arbitrary<Map<Long, Row>> tables() {
    Arbitrary<Long> pids = Arbitraries.longs().between(1, 4_194_304);
    Arbitrary<Row> row =
        Combinators.combine(
                Arbitraries.longs().between(0, 4_194_304), Arbitraries.longs().between(0, 1L << 40))
            .as((parent, kib) -> new Row(parent, kib * 1024));
    return Arbitraries.maps(pids, row).ofMaxSize(30).map(HashMap::new);
  }
}
