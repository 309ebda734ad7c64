package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.config.ConfigException;
import io.gatemini.search.internal.lexical.ToolNumbers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a file in the indexes of one retriever. Each search looks whether the file has
 * changed: what a person has just added counts at once, in every process. Thread-safe.
 */
final class LiveExamples {
  private static final Logger LOG = System.getLogger(LiveExamples.class.getName());

  private final ToolExamples file;
  private final Set<ToolExample> reported = ConcurrentHashMap.newKeySet();
  private volatile Reading reading;
  private volatile @Nullable Follower newest;

  private record Reading(String state, List<ToolExample> pairs) {}

  /** An index with later pairs than the one that the gateway has. */
  private record Follower(FusedIndex followed, FusedIndex index) {}

  /**
   * Reads the file.
   *
   * @throws ConfigException where it is malformed
   */
  LiveExamples(ToolExamples file) {
    this.file = file;
    String state = file.state();
    if (state.isEmpty()) {
      LOG.log(Level.WARNING, "search.examples: there is no file {0} yet", file);
    }
    reading = new Reading(state, file.read());
  }

  /** The pairs that the file has now; those of before where it is malformed. */
  private List<ToolExample> pairs() {
    Reading last = reading;
    return last.state.equals(file.state()) ? last.pairs : readAgain();
  }

  private synchronized List<ToolExample> readAgain() {
    String state = file.state();
    if (!state.equals(reading.state)) {
      List<ToolExample> pairs = reading.pairs;
      try {
        pairs = file.read();
      } catch (ConfigException e) {
        LOG.log(Level.WARNING, "the former pairs count on: {0}", e.getMessage());
      }
      reading = new Reading(state, pairs);
    }
    return reading.pairs;
  }

  SlotExamples of(CatalogSnapshot snapshot, ToolNumbers slots) {
    return of(snapshot, slots, pairs());
  }

  private SlotExamples of(CatalogSnapshot snapshot, ToolNumbers slots, List<ToolExample> pairs) {
    return SlotExamples.of(snapshot, slots, pairs, this::report);
  }

  private void report(ToolExample changed) {
    if (reported.add(changed)) {
      LOG.log(
          Level.WARNING,
          "search.examples: {0}, line {1} does not count: the definition of {2} has changed;"
              + " if the pair still fits, \"gatemini examples add\" adds it anew",
          file,
          changed.line(),
          changed.tool());
    }
  }

  /** An index with the pairs that the file has now. */
  @SuppressWarnings("ReferenceEquality") // another reading is another list
  FusedIndex follow(FusedIndex index) {
    List<ToolExample> pairs = pairs();
    if (index.examples().pairs() == pairs) {
      return index;
    }
    Follower known = newest;
    if (known == null || known.followed != index || known.index.examples().pairs() != pairs) {
      SlotExamples now = of(index.examples().snapshot(), index.slots(), pairs);
      known = new Follower(index, index.with(now));
      newest = known;
    }
    return known.index;
  }
}
