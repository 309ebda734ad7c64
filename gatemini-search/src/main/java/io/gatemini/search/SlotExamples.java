package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.search.internal.lexical.ToolNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The requests of pairs by the slots of the tools that they are for. Immutable.
 *
 * @param pairs all that were read, those without a tool among them
 */
record SlotExamples(
    CatalogSnapshot snapshot, List<ToolExample> pairs, Map<Integer, List<String>> requests) {
  /**
   * The pairs whose tool is in a snapshot.
   *
   * @param changed takes those whose tool has another definition now
   */
  static SlotExamples of(
      CatalogSnapshot snapshot,
      ToolNumbers slots,
      List<ToolExample> pairs,
      Consumer<ToolExample> changed) {
    Map<String, List<String>> byTool = new HashMap<>();
    for (ToolExample pair : pairs) {
      Optional<ToolDescriptor> tool = snapshot.resolve(pair.tool());
      if (tool.isPresent() && pair.isFor(tool.get())) {
        byTool.computeIfAbsent(tool.get().key(), key -> new ArrayList<>()).add(pair.request());
      } else if (tool.isPresent()) {
        changed.accept(pair);
      }
    }
    Map<Integer, List<String>> bySlot = new HashMap<>();
    for (int slot = 0; !byTool.isEmpty() && slot < slots.capacity(); slot++) {
      ToolDescriptor tool = slots.tool(slot);
      if (tool != null && byTool.containsKey(tool.key())) {
        bySlot.put(slot, byTool.get(tool.key()));
      }
    }
    return new SlotExamples(snapshot, pairs, bySlot);
  }

  List<String> requests(int slot) {
    return requests.getOrDefault(slot, List.of());
  }

  /** The slots whose requests are others, or none any more. */
  int[] changed(SlotExamples before) {
    return IntStream.concat(
            requests.keySet().stream().mapToInt(Integer::intValue),
            before.requests.keySet().stream().mapToInt(Integer::intValue))
        .distinct()
        .filter(slot -> !requests(slot).equals(before.requests(slot)))
        .toArray();
  }
}
