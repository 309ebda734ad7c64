package io.gatemini.internal.presentation;

import io.gatemini.CatalogSnapshot;
import io.gatemini.internal.presentation.Presentation.Shown;
import io.gatemini.spi.ScriptLanguage;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The presentations of a catalog's snapshots, one each. A new one takes from those before what has
 * not changed, so that a change of one backend costs that backend. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // a snapshot is one object
public final class Presentations {
  /** How many tools that are gone are remembered, beside as many as there are. */
  private static final int SPARE_TOOLS = 1_000;

  private final ScriptLanguage language;
  private final Map<String, Shown> shownTools = new ConcurrentHashMap<>();
  private volatile @Nullable Presentation newest;

  /**
   * @param language the language of the examples
   */
  public Presentations(ScriptLanguage language) {
    this.language = language;
  }

  /**
   * The presentation of a snapshot. The newest one is made once; an older one may be made again.
   */
  public Presentation of(CatalogSnapshot snapshot) {
    Presentation known = newest;
    return known != null && known.snapshot() == snapshot ? known : make(snapshot);
  }

  private synchronized Presentation make(CatalogSnapshot snapshot) {
    Presentation known = newest;
    if (known != null && known.snapshot() == snapshot) {
      return known;
    }
    Presentation made = new Presentation(snapshot, language, shownTools);
    if (known == null || known.snapshot().generation() < snapshot.generation()) {
      if (shownTools.size() > snapshot.tools().size() + SPARE_TOOLS) {
        shownTools.keySet().removeIf(tool -> snapshot.resolve(tool).isEmpty());
      }
      newest = made;
    }
    return made;
  }
}
