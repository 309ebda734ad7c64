package io.gatemini.search.internal.lexical;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.testing.TestCatalog;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ToolNumbersTest {
  private static final ToolDescriptor READ = tool("files", "read", "");
  private static final ToolDescriptor WRITE = tool("files", "write", "");
  private static final ToolDescriptor SEND = tool("mail", "send", "");

  private final TestCatalog catalog = TestCatalog.of(List.of(READ, WRITE, SEND));
  private final ToolNumbers slots = ToolNumbers.of(catalog, Optional.empty());

  private static int slotOf(ToolDescriptor tool, ToolNumbers slots) {
    return IntStream.range(0, slots.capacity())
        .filter(slot -> tool.equals(slots.tool(slot)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void givesEveryToolOne() {
    assertThat(slots.size()).isEqualTo(3);
    assertThat(slots.capacity()).isEqualTo(3);
    assertThat(slots.changed()).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(List.of(slotOf(READ, slots), slotOf(WRITE, slots), slotOf(SEND, slots)))
        .doesNotHaveDuplicates();
  }

  @Test
  void keepsThoseOfUnchangedTools() {
    ToolDescriptor copy = tool("files", "copy", "");
    ToolDescriptor changed = tool("files", "write", "Writes.");

    ToolNumbers next =
        ToolNumbers.of(catalog.with("files", List.of(copy, READ, changed)), Optional.of(slots));

    assertThat(slotOf(READ, next)).isEqualTo(slotOf(READ, slots));
    assertThat(slotOf(SEND, next)).isEqualTo(slotOf(SEND, slots));
    assertThat(slotOf(changed, next)).isEqualTo(slotOf(WRITE, slots));
    assertThat(next.changed()).containsExactlyInAnyOrder(slotOf(changed, next), slotOf(copy, next));
  }

  @Test
  void changesNothingWhereNothingChanged() {
    assertThat(ToolNumbers.of(catalog, Optional.of(slots)).changed()).isEmpty();
  }

  @Test
  void givesThoseOfGoneToolsAgain() {
    ToolNumbers without = ToolNumbers.of(catalog.without("files"), Optional.of(slots));

    ToolNumbers next =
        ToolNumbers.of(
            catalog
                .without("files")
                .with("new", List.of(tool("new", "a", ""), tool("new", "b", ""))),
            Optional.of(without));

    assertThat(without.size()).isEqualTo(1);
    assertThat(without.capacity()).isEqualTo(3);
    assertThat(next.size()).isEqualTo(3);
    assertThat(next.capacity()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).mapToObj(next::tool)).allMatch(Objects::nonNull);
    assertThat(slots.tool(slotOf(READ, slots))).isSameAs(READ);
  }

  @Test
  void givesOneThatWasFreedInTheSameStepOnce() {
    ToolNumbers next =
        ToolNumbers.of(
            catalog.with("files", List.of()).with("mail", List.of(SEND, tool("mail", "list", ""))),
            Optional.of(slots));

    assertThat(next.changed()).doesNotHaveDuplicates();
    assertThat(next.size()).isEqualTo(2);
    assertThat(next.capacity()).isEqualTo(3);
  }

  @Test
  void tellsWhenMostAreFree() {
    List<ToolDescriptor> ten =
        IntStream.range(0, 10).mapToObj(i -> tool("ten", "tool" + i, "")).toList();
    TestCatalog large = TestCatalog.of(ten);
    ToolNumbers full = ToolNumbers.of(large, Optional.empty());

    assertThat(full.isMostlyFree()).isFalse();
    assertThat(
            ToolNumbers.of(large.with("ten", ten.subList(0, 5)), Optional.of(full)).isMostlyFree())
        .isFalse();
    assertThat(
            ToolNumbers.of(large.with("ten", ten.subList(0, 4)), Optional.of(full)).isMostlyFree())
        .isTrue();
  }
}
