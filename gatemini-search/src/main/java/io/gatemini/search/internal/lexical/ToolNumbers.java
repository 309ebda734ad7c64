package io.gatemini.search.internal.lexical;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gives each tool of a snapshot a number that it keeps in later snapshots, so that what was made of
 * an unchanged tool can be taken over. Numbers of tools that left are given again. Immutable.
 */
public final class ToolNumbers {
  private final @Nullable ToolDescriptor[] tools;
  private final Map<String, Owned> byBackend;
  private final List<Integer> free;
  private final int size;

  /** The slots whose tool is another one than in the snapshot before, or none any more. */
  private final int[] changed;

  private ToolNumbers(
      @Nullable ToolDescriptor[] tools,
      Map<String, Owned> byBackend,
      List<Integer> free,
      int size,
      int[] changed) {
    this.tools = tools;
    this.byBackend = byBackend;
    this.free = free;
    this.size = size;
    this.changed = changed;
  }

  /** The slots of a snapshot; where there were some before, only changed backends are looked at. */
  public static ToolNumbers of(CatalogSnapshot snapshot, Optional<ToolNumbers> previous) {
    Update update = new Update(previous);
    for (String backend : snapshot.backends()) {
      update.put(backend, snapshot.tools(backend));
    }
    return update.finish();
  }

  /** How many slots there are, free ones among them. */
  public int capacity() {
    return tools.length;
  }

  /** How many tools there are. */
  public int size() {
    return size;
  }

  /** The tool in a slot; none in a free one. */
  public @Nullable ToolDescriptor tool(int slot) {
    return tools[slot];
  }

  public boolean isMostlyFree() {
    return size < tools.length / 2;
  }

  public int[] changed() {
    return changed;
  }

  /** The same, with further slots whose tool counts as changed. */
  public ToolNumbers changedAlso(int[] further) {
    int[] all =
        IntStream.concat(Arrays.stream(changed), Arrays.stream(further)).distinct().toArray();
    return new ToolNumbers(tools, byBackend, free, size, all);
  }

  /** The same as the numbers after themselves: without changes. */
  public ToolNumbers unchanged() {
    return new ToolNumbers(tools, byBackend, free, size, new int[0]);
  }

  /** The tools of a backend and the slots they are in. */
  @SuppressWarnings("ArrayRecordComponent") // two lists side by side, never compared
  private record Owned(List<ToolDescriptor> tools, int[] slots) {}

  private static final class Update {
    private final Map<String, Owned> before;
    private final Map<String, Owned> after = new HashMap<>();
    private final List<Integer> free;
    private final List<Integer> changed = new ArrayList<>();
    private @Nullable ToolDescriptor[] tools;
    private int end;
    private int size;

    Update(Optional<ToolNumbers> previous) {
      before = previous.map(slots -> slots.byBackend).orElse(Map.of());
      free = new ArrayList<>(previous.map(slots -> slots.free).orElse(List.of()));
      tools = previous.map(slots -> slots.tools.clone()).orElse(new ToolDescriptor[0]);
      end = tools.length;
    }

    void put(String backend, List<ToolDescriptor> now) {
      size += now.size();
      Owned known = before.get(backend);
      if (known != null && known.tools == now) {
        after.put(backend, known);
        return;
      }
      Map<String, Integer> keep = new HashMap<>();
      if (known != null) {
        for (int i = 0; i < known.slots.length; i++) {
          keep.put(known.tools.get(i).key(), known.slots[i]);
        }
      }
      int[] slots = new int[now.size()];
      List<Integer> fresh = new ArrayList<>();
      for (int i = 0; i < slots.length; i++) {
        ToolDescriptor tool = now.get(i);
        Integer slot = keep.remove(tool.key());
        slots[i] = slot == null ? -1 : slot;
        if (slot == null) {
          fresh.add(i);
        } else if (!tool.equals(tools[slot])) {
          set(slot, tool);
        }
      }
      keep.values().forEach(this::release);
      for (int i : fresh) {
        slots[i] = free.isEmpty() ? end++ : free.remove(free.size() - 1);
        set(slots[i], now.get(i));
      }
      after.put(backend, new Owned(now, slots));
    }

    private void set(int slot, ToolDescriptor tool) {
      if (slot >= tools.length) {
        tools = Arrays.copyOf(tools, Math.max(slot + 1, tools.length + tools.length / 2 + 16));
      }
      tools[slot] = tool;
      changed.add(slot);
    }

    private void release(int slot) {
      tools[slot] = null;
      free.add(slot);
      changed.add(slot);
    }

    ToolNumbers finish() {
      before.forEach(
          (backend, owned) -> {
            if (!after.containsKey(backend)) {
              Arrays.stream(owned.slots).forEach(this::release);
            }
          });
      int[] slots = changed.stream().mapToInt(Integer::intValue).distinct().toArray();
      return new ToolNumbers(Arrays.copyOf(tools, end), after, free, size, slots);
    }
  }
}
