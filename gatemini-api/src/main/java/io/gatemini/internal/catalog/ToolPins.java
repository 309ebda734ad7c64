package io.gatemini.internal.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDefinition;
import io.gatemini.config.Pinning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
      List<ToolDefinition> visible, List<String> changed, Map<String, List<String>> newlyChanged) {}

  /** Compares a whole tool list of a backend with its pins. */
  Admission admit(String backend, List<ToolDefinition> tools) {
    if (pinning.get() == Pinning.OFF) {
      return new Admission(tools, List.of(), Map.of());
    }
    Pins pins = byBackend.computeIfAbsent(backend, name -> new Pins());
    List<ToolDefinition> visible = new ArrayList<>(tools.size());
    Map<String, ToolDefinition> changed = new LinkedHashMap<>();
    Map<String, List<String>> newlyChanged = new LinkedHashMap<>();
    for (ToolDefinition tool : tools) {
      List<String> differences = pins.differences(tool);
      if (!differences.isEmpty()) {
        changed.put(tool.name(), tool);
        if (!tool.equals(pins.changed.get(tool.name()))) {
          newlyChanged.put(tool.name(), differences);
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

  /** Takes over what {@link #toJson} has told of a backend that has no pins yet. */
  void restore(String backend, JsonNode json) {
    byBackend.computeIfAbsent(backend, name -> Pins.of(json));
  }

  /** The pins of a backend: the fingerprint of each tool. */
  JsonNode toJson(String backend) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Pins pins = byBackend.get(backend);
    if (pins != null) {
      pins.pinned.forEach((tool, pin) -> json.set(tool, pin.fingerprint().toJson()));
    }
    return json;
  }

  /** Forgets a backend. */
  void forget(String backend) {
    byBackend.remove(backend);
  }

  /** How many tools are pinned. */
  int size() {
    return byBackend.values().stream().mapToInt(pins -> pins.pinned.size()).sum();
  }

  /** Those of one backend, by the key that agents call: whoever gets it later is compared. */
  private static final class Pins {
    private final Map<String, Pin> pinned = new LinkedHashMap<>();
    private Map<String, ToolDefinition> changed = Map.of();

    static Pins of(JsonNode json) {
      Pins pins = new Pins();
      json.properties()
          .forEach(
              tool ->
                  ToolFingerprint.fromJson(tool.getValue())
                      .ifPresent(known -> pins.pinned.put(tool.getKey(), new Pin(known))));
      return pins;
    }

    List<String> differences(ToolDefinition tool) {
      Pin pin = pinned.get(tool.name());
      if (pin == null) {
        pinned.put(tool.name(), new Pin(tool));
        return List.of();
      }
      return pin.differences(tool);
    }

    List<String> changedKeys() {
      return changed.values().stream().map(ToolDefinition::name).sorted().toList();
    }

    boolean accept(String key) {
      Optional<ToolDefinition> tool =
          changed.values().stream().filter(candidate -> candidate.name().equals(key)).findFirst();
      tool.ifPresent(accepted -> pinned.put(accepted.name(), new Pin(accepted)));
      return tool.isPresent();
    }

    void forgetSomeAbsent(List<ToolDefinition> tools) {
      if (pinned.size() <= tools.size()) {
        return;
      }
      Set<String> present = new HashSet<>();
      tools.forEach(tool -> present.add(tool.name()));
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
    private @Nullable ToolDefinition definition;
    private @Nullable ToolFingerprint fingerprint;

    Pin(ToolDefinition definition) {
      this.definition = definition;
    }

    Pin(ToolFingerprint fingerprint) {
      this.fingerprint = fingerprint;
    }

    List<String> differences(ToolDefinition now) {
      ToolDefinition before = definition;
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
        ToolDefinition before = definition;
        if (before == null) {
          throw new IllegalStateException("a pin has a definition or a fingerprint");
        }
        known = ToolFingerprint.of(before);
        fingerprint = known;
      }
      return known;
    }

    private static boolean isSame(ToolDefinition before, ToolDefinition now) {
      return before.title().equals(now.title())
          && before.description().equals(now.description())
          && before.inputSchema().equals(now.inputSchema())
          && before.outputSchema().equals(now.outputSchema())
          && before.annotations().equals(now.annotations());
    }
  }
}
