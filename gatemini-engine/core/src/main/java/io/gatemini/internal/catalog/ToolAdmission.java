package io.gatemini.internal.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.DefinitionChange;
import io.gatemini.ToolDescriptor;
import io.gatemini.UnknownToolException;
import io.gatemini.config.Pinning;
import io.gatemini.internal.catalog.ToolPins.Admission;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.internal.state.RememberedState.SharedValue;
import io.gatemini.internal.text.VisibleText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The door between the tool lists of backends and the catalog: keys are made visible, definitions
 * are compared with what they were when they were seen first. Thread-safe; reading never locks.
 */
public final class ToolAdmission {
  private static final Logger LOG = System.getLogger(ToolAdmission.class.getName());

  /** The number of changes in a log line; the status lists all. */
  private static final int MAX_LOGGED = 20;

  private static final int MAX_LOGGED_NAME = 80;

  private static final String AREA = "pins";

  private static final String UNNAMED = "unnamed";

  private final Catalog catalog;
  private final Supplier<Pinning> pinning;
  private final RememberedState state;
  private final ToolPins pins;
  private final Map<String, List<ToolDescriptor>> lists = new HashMap<>();
  private final Map<String, Admitted> admitted = new ConcurrentHashMap<>();

  /**
   * How the tools of one backend stand in the catalog.
   *
   * @param visible how many of them agents may find and call
   * @param changed keys of tools that have changed and have not been accepted
   * @param cleanedTexts how many of their names and descriptions hide something
   */
  public record Admitted(int visible, List<String> changed, int cleanedTexts) {
    private static final Admitted NONE = new Admitted(0, List.of(), 0);
  }

  /**
   * @param state has the pins of earlier gateways, and gets those of this one
   */
  public ToolAdmission(Catalog catalog, Supplier<Pinning> pinning, RememberedState state) {
    this.catalog = catalog;
    this.pinning = pinning;
    this.state = state;
    this.pins = new ToolPins(pinning);
  }

  /** Publishes the tools of a backend in place of those it had. */
  public synchronized void publish(String backend, List<ToolDescriptor> tools) {
    List<ToolDescriptor> shown = withVisibleKeys(tools);
    if (!lists.containsKey(backend)) {
      state.share(AREA, backend, sharedPins(backend));
    }
    lists.put(backend, shown);
    admit(backend, shown);
  }

  /**
   * Tools under keys that show all they are made of. A tool whose own name hides something, or is
   * longer than the protocol allows, gets a key without that; it is called by its own name still.
   * Where another tool of its backend is called so, that one keeps the key and this one gets a
   * number.
   *
   * @return the very same list where every key is as it should be
   */
  static List<ToolDescriptor> withVisibleKeys(List<ToolDescriptor> tools) {
    List<ToolDescriptor> odd = tools.stream().filter(tool -> !isVisible(tool)).toList();
    if (odd.isEmpty()) {
      return tools;
    }
    Set<String> taken = new HashSet<>();
    tools.stream().filter(ToolAdmission::isVisible).forEach(tool -> taken.add(tool.key()));
    Map<String, String> keys = new HashMap<>();
    odd.stream()
        .sorted(Comparator.comparing(ToolDescriptor::originalName))
        .forEach(tool -> keys.computeIfAbsent(tool.key(), name -> unique(tool, taken)));
    List<ToolDescriptor> shown = new ArrayList<>(tools.size());
    for (ToolDescriptor tool : tools) {
      String key = keys.get(tool.key());
      shown.add(key == null || isVisible(tool) ? tool : renamed(tool, key));
    }
    return shown;
  }

  @SuppressWarnings("ReferenceEquality") // a clean name is the same object
  private static boolean isVisible(ToolDescriptor tool) {
    return VisibleText.name(tool.originalName()) == tool.originalName();
  }

  private static String unique(ToolDescriptor tool, Set<String> taken) {
    String name = VisibleText.name(tool.originalName());
    String key = tool.namespace() + "." + (name.isBlank() ? UNNAMED : name);
    return ScriptNames.unique(key, taken);
  }

  private static ToolDescriptor renamed(ToolDescriptor tool, String key) {
    return new ToolDescriptor(key, tool.backend(), tool.tool());
  }

  private void admit(String backend, List<ToolDescriptor> tools) {
    Admission admission = pins.admit(backend, tools);
    state.changed(AREA, backend);
    log(backend, admission.newlyChanged());
    catalog.put(backend, admission.visible());
    admitted.put(
        backend,
        new Admitted(admission.visible().size(), admission.changed(), cleanedTexts(tools)));
  }

  /** The pins of a backend, which several gateways have. */
  private SharedValue sharedPins(String backend) {
    return new SharedValue() {
      @Override
      public UnaryOperator<JsonNode> change() {
        synchronized (ToolAdmission.this) {
          return pins.change(backend);
        }
      }

      @Override
      public void written() {
        synchronized (ToolAdmission.this) {
          pins.written(backend);
        }
      }

      @Override
      public void learned(JsonNode now) {
        synchronized (ToolAdmission.this) {
          boolean different = pins.learn(backend, now);
          List<ToolDescriptor> tools = lists.get(backend);
          if (different && tools != null) {
            admit(backend, tools);
          }
        }
      }
    };
  }

  private static int cleanedTexts(List<ToolDescriptor> tools) {
    int count = 0;
    for (ToolDescriptor tool : tools) {
      count += isVisible(tool) ? 0 : 1;
      count += VisibleText.isVisible(tool.description()) ? 0 : 1;
    }
    return count;
  }

  private void log(String backend, Map<String, List<String>> changes) {
    if (changes.isEmpty()) {
      return;
    }
    String logged =
        changes.entrySet().stream()
            .limit(MAX_LOGGED)
            .map(
                change ->
                    VisibleText.line(change.getKey(), MAX_LOGGED_NAME)
                        + " ("
                        + String.join(", ", change.getValue())
                        + ")")
            .collect(Collectors.joining("; "));
    LOG.log(
        Level.WARNING,
        "backend %s has changed the definitions of %s tools since they were seen first: %s%s%s"
            .formatted(
                backend,
                changes.size(),
                logged,
                changes.size() > MAX_LOGGED ? "; ..." : "",
                pinning.get() == Pinning.ENFORCE ? "; they are quarantined until accepted" : ""));
  }

  /** Takes the tools of a backend out of the catalog; one of this name that comes later is new. */
  public synchronized void remove(String backend) {
    lists.remove(backend);
    admitted.remove(backend);
    pins.forget(backend);
    state.removed(AREA, backend);
    catalog.remove(backend);
  }

  /** Treats the tools of a backend as new, because its configuration has changed. */
  public synchronized void forgetPins(String backend) {
    pins.replace(backend);
  }

  /** How the tools of a backend stand; all of it is of one list. */
  public Admitted of(String backend) {
    return admitted.getOrDefault(backend, Admitted.NONE);
  }

  /** The reason why a listed tool of a backend may not be called; empty where it may. */
  public Optional<String> quarantine(String backend, String key) {
    return of(backend).changed().contains(key) ? quarantine(key) : Optional.empty();
  }

  /** The reason why a tool that is there may not be used; empty where it may. */
  public Optional<String> quarantine(String name) {
    if (pinning.get() != Pinning.ENFORCE) {
      return Optional.empty();
    }
    return admitted.values().stream()
        .flatMap(list -> list.changed().stream())
        .filter(key -> isWritten(key, name) || isWritten(key.substring(key.indexOf('.') + 1), name))
        .findFirst()
        .map(
            key ->
                "tool \""
                    + key
                    + "\" is quarantined, because its definition has changed since the gateway"
                    + " first saw it; only the operator can accept the change");
  }

  /** Whether a name is meant, as it is or as programs write it. */
  private static boolean isWritten(String key, String name) {
    return key.equals(name) || key.replaceAll("[^\\w.]", "_").equals(name);
  }

  /** The tools that {@link #accept} would accept, by key. */
  public synchronized List<DefinitionChange> changes() {
    return pins.changes();
  }

  /**
   * Accepts what a tool is now; it can be found and called at once.
   *
   * @throws UnknownToolException when no change of a tool of this key waits to be accepted
   */
  public synchronized void accept(String key) {
    String backend =
        pins.accept(key)
            .orElseThrow(
                () ->
                    new UnknownToolException(
                        "no change of a tool \""
                            + VisibleText.line(key, MAX_LOGGED_NAME)
                            + "\" waits to be accepted; BackendStatus.changedTools has those that"
                            + " do"));
    admit(backend, lists.getOrDefault(backend, List.of()));
  }

  /** How many names and descriptions of the tools there are hide something. */
  public long cleanedTexts() {
    return admitted.values().stream().mapToLong(Admitted::cleanedTexts).sum();
  }
}
