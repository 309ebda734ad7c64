package io.gatemini.internal.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.DefinitionChange;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.Pinning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that the tools of each backend had when they were seen first. A tool that is new
 * is pinned as it is; one that is gone stays pinned, so that it cannot come back as another one.
 * Bounded by the tools there are and {@value #MAX_ABSENT} that are gone of each backend, those seen
 * first. Not thread-safe.
 */
final class ToolPins {
  /** A server that invents names must not fill the memory, nor push out what was there before. */
  static final int MAX_ABSENT = 1_000;

  private final Supplier<Pinning> pinning;
  private final Map<String, Pins> byBackend = new HashMap<>();

  ToolPins(Supplier<Pinning> pinning) {
    this.pinning = pinning;
  }

  /**
   * The tools of a list that may be shown.
   *
   * @param visible the tools that agents may find and call
   * @param changed keys of those that are not what they were
   * @param newlyChanged those of them that had not changed like this before, each with the parts
   */
  record Admission(
      List<ToolDescriptor> visible, List<String> changed, Map<String, List<String>> newlyChanged) {}

  /** Compares a whole tool list of a backend with its pins. */
  Admission admit(String backend, List<ToolDescriptor> tools) {
    if (pinning.get() == Pinning.OFF) {
      return new Admission(tools, List.of(), Map.of());
    }
    Pins pins = of(backend);
    List<ToolDescriptor> visible = new ArrayList<>(tools.size());
    Map<String, ToolDescriptor> changed = new LinkedHashMap<>();
    Map<String, List<String>> newlyChanged = new LinkedHashMap<>();
    for (ToolDescriptor tool : tools) {
      List<String> differences = pins.differences(tool);
      if (!differences.isEmpty()) {
        changed.put(tool.key(), tool);
        if (!tool.equals(pins.changed.get(tool.key()))) {
          newlyChanged.put(tool.key(), differences);
        }
      }
      if (differences.isEmpty() || pinning.get() == Pinning.REPORT) {
        visible.add(tool);
      }
    }
    pins.changed = changed;
    pins.forgetSomeAbsent(tools);
    return new Admission(visible, pins.changedKeys(), newlyChanged);
  }

  /** The tools that are not what they were, by key. */
  List<DefinitionChange> changes() {
    return byBackend.values().stream()
        .flatMap(pins -> pins.changes().stream())
        .sorted(Comparator.comparing(change -> change.now().key()))
        .toList();
  }

  /**
   * Pins what a tool is now.
   *
   * @return its backend; empty when no change of a tool of this key waits
   */
  Optional<String> accept(String key) {
    for (Map.Entry<String, Pins> backend : byBackend.entrySet()) {
      if (backend.getValue().accept(key)) {
        return Optional.of(backend.getKey());
      }
    }
    return Optional.empty();
  }

  /**
   * Takes over the pins of a backend from other gateways: the first sight, or the last acceptance,
   * decides.
   *
   * @param json what {@link #change} has made
   * @return whether one is another now
   */
  boolean learn(String backend, JsonNode json) {
    return of(backend).learn(json);
  }

  /** How to add the pins of a backend to those that other gateways know. */
  UnaryOperator<JsonNode> change(String backend) {
    return of(backend).change();
  }

  /** The last {@link #change} is known to others. */
  void written(String backend) {
    of(backend).written();
  }

  private Pins of(String backend) {
    return byBackend.computeIfAbsent(backend, name -> new Pins());
  }

  /** Forgets a backend. */
  void forget(String backend) {
    byBackend.remove(backend);
  }

  /** Forgets the tools of a backend; those it has next take the place of what others know. */
  void replace(String backend) {
    Pins pins = new Pins();
    pins.replacing = true;
    byBackend.put(backend, pins);
  }

  /** How many tools are pinned. */
  int size() {
    return byBackend.values().stream().mapToInt(pins -> pins.pinned.size()).sum();
  }

  /** The pins of one backend, by the key that agents call: a later owner of the key is compared. */
  private static final class Pins {
    private final Map<String, Pin> pinned = new LinkedHashMap<>();
    private Map<String, ToolDescriptor> changed = Map.of();

    /** Tools that were accepted, and are not what others know until they have heard of it. */
    private final Set<String> accepted = new HashSet<>();

    private Set<String> writing = Set.of();

    /** Whether nothing is true any more of what others know. */
    private boolean replacing;

    boolean learn(JsonNode json) {
      boolean different = false;
      for (Map.Entry<String, JsonNode> tool : json.properties()) {
        Pin own = pinned.get(tool.getKey());
        Optional<ToolFingerprint> known = ToolFingerprint.fromJson(tool.getValue());
        if (known.isPresent()
            && !replacing
            && !accepted.contains(tool.getKey())
            && (own == null || !own.fingerprint().equals(known.get()))) {
          pinned.put(tool.getKey(), new Pin(known.get()));
          different = true;
        }
      }
      return different;
    }

    UnaryOperator<JsonNode> change() {
      ObjectNode own = JsonNodeFactory.instance.objectNode();
      pinned.forEach((tool, pin) -> own.set(tool, pin.fingerprint().toJson()));
      if (replacing) {
        return known -> own;
      }
      writing = Set.copyOf(accepted);
      Set<String> mine = writing;
      return known -> merged(known, own, mine);
    }

    private static JsonNode merged(JsonNode known, ObjectNode own, Set<String> mine) {
      ObjectNode merged = own.deepCopy();
      int absent = 0;
      for (Map.Entry<String, JsonNode> tool : known.properties()) {
        boolean isOwn = own.has(tool.getKey());
        if (isOwn ? !mine.contains(tool.getKey()) : absent++ < MAX_ABSENT) {
          merged.set(tool.getKey(), tool.getValue());
        }
      }
      return merged;
    }

    void written() {
      accepted.removeAll(writing);
      replacing = false;
    }

    List<String> differences(ToolDescriptor tool) {
      Pin pin = pinned.get(tool.key());
      if (pin == null) {
        pinned.put(tool.key(), new Pin(tool));
        return List.of();
      }
      return pin.differences(tool);
    }

    List<String> changedKeys() {
      return changed.values().stream().map(ToolDescriptor::key).sorted().toList();
    }

    List<DefinitionChange> changes() {
      List<DefinitionChange> changes = new ArrayList<>();
      changed.forEach(
          (key, now) -> {
            Pin pin = pinned.get(key);
            if (pin != null) {
              changes.add(
                  new DefinitionChange(
                      Optional.ofNullable(pin.definition), now, pin.differences(now)));
            }
          });
      return changes;
    }

    boolean accept(String key) {
      Optional<ToolDescriptor> tool =
          changed.values().stream().filter(candidate -> candidate.key().equals(key)).findFirst();
      tool.ifPresent(now -> pinned.put(now.key(), new Pin(now)));
      tool.ifPresent(now -> accepted.add(now.key()));
      return tool.isPresent();
    }

    void forgetSomeAbsent(List<ToolDescriptor> tools) {
      if (pinned.size() <= tools.size()) {
        return;
      }
      Set<String> present = new HashSet<>();
      tools.forEach(tool -> present.add(tool.key()));
      int absent = 0;
      var entries = pinned.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, Pin> entry = entries.next();
        if (!present.contains(entry.getKey())) {
          absent++;
          if (absent > MAX_ABSENT) {
            entries.remove();
          } else {
            entry.getValue().shrink();
          }
        }
      }
    }
  }

  /**
   * The definition itself while the tool is there, which the catalog holds as well and which is
   * compared without being hashed; its fingerprint from when it is gone or something else.
   */
  private static final class Pin {
    private @Nullable ToolDescriptor definition;
    private @Nullable ToolFingerprint fingerprint;

    Pin(ToolDescriptor definition) {
      this.definition = definition;
    }

    Pin(ToolFingerprint fingerprint) {
      this.fingerprint = fingerprint;
    }

    List<String> differences(ToolDescriptor now) {
      ToolDescriptor before = definition;
      if (before != null && isSame(before, now)) {
        return List.of();
      }
      List<String> differences = fingerprint().differences(ToolFingerprint.of(now));
      if (differences.isEmpty()) {
        definition = now;
      }
      return differences;
    }

    void shrink() {
      if (definition != null) {
        fingerprint();
        definition = null;
      }
    }

    private ToolFingerprint fingerprint() {
      ToolFingerprint known = fingerprint;
      if (known == null) {
        ToolDescriptor before = definition;
        if (before == null) {
          throw new IllegalStateException("a pin has a definition or a fingerprint");
        }
        known = ToolFingerprint.of(before);
        fingerprint = known;
      }
      return known;
    }

    private static boolean isSame(ToolDescriptor before, ToolDescriptor now) {
      return before.title().equals(now.title())
          && before.description().equals(now.description())
          && before.inputSchema().equals(now.inputSchema())
          && before.outputSchema().equals(now.outputSchema())
          && before.annotations().equals(now.annotations())
          && ToolFingerprint.view(before).equals(ToolFingerprint.view(now));
    }
  }
}
