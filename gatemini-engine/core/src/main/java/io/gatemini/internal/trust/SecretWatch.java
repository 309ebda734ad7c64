package io.gatemini.internal.trust;

import io.gatemini.RawJson;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Sees when a tool returns a secret of the configuration. The result goes on as it is; the operator
 * reads of it in the log, once a tool, and in {@code gatemini://health}. Methods of the host are
 * not looked at: they are given no secrets, and their results are not text yet. Thread-safe.
 */
public final class SecretWatch {
  private static final Logger LOG = System.getLogger(SecretWatch.class.getName());

  private static final Set<String> MADE_HERE = Set.of("in-process", BackendNames.COMPOSITE);

  /** The part of a result that is looked at. */
  private static final int LOOKED_AT = 1 << 20;

  /** Secrets that change with each start must not pile up. */
  private static final int MOST_SECRETS = 1_000;

  /** Agents can register tools by the thousand. */
  private static final int MOST_TOOLS = 1_000;

  private final Set<String> secrets = new LinkedHashSet<>();
  private final Map<String, LongAdder> seen = new ConcurrentHashMap<>();
  private volatile @Nullable SecretPatterns patterns;

  /** Watches for more of them; those below eight characters are left out. */
  void add(Collection<String> more) {
    synchronized (secrets) {
      boolean changed = false;
      for (String secret : more) {
        changed |= secret.length() >= SecretPatterns.SHORTEST && secrets.add(secret);
      }
      if (changed) {
        secrets.stream()
            .limit(Math.max(0, secrets.size() - MOST_SECRETS))
            .toList()
            .forEach(secrets::remove);
        patterns = new SecretPatterns(secrets);
      }
    }
  }

  /**
   * Looks at what a tool has returned.
   *
   * @param transport that of its backend
   */
  public void look(String tool, String transport, RawJson result) {
    SecretPatterns known = patterns;
    if (known == null || MADE_HERE.contains(transport)) {
      return;
    }
    try {
      result.writeTo(new Look(tool, known));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written to anywhere
    }
  }

  /** How often each tool has returned one. */
  public Map<String, Long> seen() {
    Map<String, Long> counts = new TreeMap<>();
    seen.forEach((tool, count) -> counts.put(tool, count.sum()));
    return counts;
  }

  private void saw(String tool) {
    if (seen.size() < MOST_TOOLS || seen.containsKey(tool)) {
      LongAdder count = new LongAdder();
      LongAdder before = seen.putIfAbsent(tool, count);
      (before == null ? count : before).increment();
      if (before == null) {
        LOG.log(
            Level.WARNING,
            "the tool {0} has returned a secret of the configuration; results are passed on as they"
                + " are: see what the tool reads",
            VisibleText.escaped(tool));
      }
    }
  }

  /** Gets the bytes of a result where they lie. */
  private final class Look extends OutputStream {
    private final String tool;
    private final SecretPatterns known;

    Look(String tool, SecretPatterns known) {
      this.tool = tool;
      this.known = known;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (known.areIn(bytes, offset, Math.min(length, LOOKED_AT))) {
        saw(tool);
      }
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }
  }
}
