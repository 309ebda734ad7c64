package io.gatemini.search.evaluation;

import io.gatemini.GatewayBuilder;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InProcessTool;
import io.gatemini.spi.BackendTool;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a pool as backends of a gateway, and the way back from a hit to the data.
 *
 * <p>Names stay as the data has them wherever they are valid and free, since their words are
 * searched. A backend's name loses what a backend's name must not have; a second tool of one name,
 * or a second backend whose name becomes the same, gets a number.
 */
final class RegisteredTools {
  private static final Pattern BACKEND_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final int MAX_LENGTH = 64;
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern FORBIDDEN = Pattern.compile("[^A-Za-z0-9_-]+");
  private static final Pattern OUTER_SEPARATORS = Pattern.compile("^[_-]+|(?<!-)-+$");

  /** A tool of the data that has no name. */
  private static final String UNNAMED = "unnamed";

  private final ToolResult answer;
  private final Map<String, List<InProcessTool>> backends = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> ids = new HashMap<>();

  private RegisteredTools(ToolResult answer) {
    this.answer = answer;
  }

  /** Tools that are searched for and never called. */
  static RegisteredTools of(List<EvaluatedTool> tools) {
    return of(tools, ToolResult.error("the tools of an evaluation do nothing"));
  }

  /** Tools that give all the same answer. */
  static RegisteredTools of(List<EvaluatedTool> tools, ToolResult answer) {
    Map<String, List<EvaluatedTool>> byBackend =
        tools.stream()
            .collect(
                Collectors.groupingBy(
                    EvaluatedTool::backend, LinkedHashMap::new, Collectors.toList()));
    RegisteredTools registered = new RegisteredTools(answer);
    Map<String, String> names = backendNames(byBackend.keySet());
    byBackend.forEach(
        (backend, ofBackend) -> registered.add(names.getOrDefault(backend, backend), ofBackend));
    return registered;
  }

  private void add(String backend, List<EvaluatedTool> tools) {
    // The first under a name keeps it, also against a numbered name.
    Map<String, EvaluatedTool> named = new LinkedHashMap<>();
    List<EvaluatedTool> others = new ArrayList<>();
    for (EvaluatedTool tool : tools) {
      if (tool.name().isBlank() || named.putIfAbsent(tool.name(), tool) != null) {
        others.add(tool);
      }
    }
    Set<String> taken = new HashSet<>(named.keySet());
    for (EvaluatedTool tool : others) {
      String base = tool.name().isBlank() ? UNNAMED : tool.name();
      named.put(free(base, "_", Integer.MAX_VALUE, taken), tool);
    }
    Map<String, String> idByName = new HashMap<>();
    List<InProcessTool> definitions = new ArrayList<>();
    named.forEach(
        (name, tool) -> {
          idByName.put(name, tool.id());
          BackendTool definition =
              BackendTool.of(name, tool.description(), tool.inputSchema())
                  .withAnnotations(tool.annotations());
          definitions.add(new InProcessTool(definition, arguments -> answer));
        });
    ids.put(backend, idByName);
    backends.put(backend, definitions);
  }

  /** For every backend of the data, the name it is registered under. */
  static Map<String, String> backendNames(Set<String> dataNames) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> taken = new LinkedHashSet<>();
    for (String name : dataNames) {
      if (BACKEND_NAME.matcher(name).matches()) {
        names.put(name, name);
        taken.add(name);
      }
    }
    for (String name : dataNames) {
      if (!names.containsKey(name)) {
        names.put(name, free(valid(name), "-", MAX_LENGTH, taken));
      }
    }
    return names;
  }

  private static String valid(String name) {
    String letters = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    String valid =
        OUTER_SEPARATORS.matcher(FORBIDDEN.matcher(letters).replaceAll("-")).replaceAll("");
    if (valid.isEmpty()) {
      // A name of other scripts alone: its characters by number, a word that means nothing.
      valid =
          name.strip()
              .codePoints()
              .mapToObj(character -> "u" + Integer.toHexString(character))
              .collect(Collectors.joining());
    }
    return valid.isEmpty() ? UNNAMED : valid.substring(0, Math.min(valid.length(), MAX_LENGTH));
  }

  private static String free(String base, String separator, int maxLength, Set<String> taken) {
    String free = base;
    for (int n = 2; !taken.add(free); n++) {
      String suffix = separator + n;
      free = base.substring(0, Math.min(base.length(), maxLength - suffix.length())) + suffix;
    }
    return free;
  }

  /** Adds the backends to a gateway. */
  void addTo(GatewayBuilder builder) {
    backends.forEach(
        (name, tools) -> builder.backend(name, BackendConfig.inProcess().tools(tools)));
  }

  int backends() {
    return backends.size();
  }

  /** The id that the data has for a tool; null when it is none of the data. */
  @Nullable String id(ToolDescriptor tool) {
    Map<String, String> ofBackend = ids.get(tool.backend());
    return ofBackend == null ? null : ofBackend.get(tool.originalName());
  }
}
