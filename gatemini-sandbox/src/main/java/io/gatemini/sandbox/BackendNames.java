package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names under which a program reaches backends. Only those that its text mentions become
 * globals, so that a program costs the same over ten tools and over ten thousand.
 *
 * @param mentioned JSON array of {@code {"as", "name"}}
 * @param all the same for every name; empty where the text does not mention the table
 * @param wantsTable whether it mentions {@code __backends}
 */
record BackendNames(String mentioned, String all, boolean wantsTable) {
  static BackendNames of(List<ScriptBackend> backends, String code) {
    boolean wantsTable = code.contains("__backends");
    Map<String, String> names = new LinkedHashMap<>();
    backends.forEach(backend -> names.put(backend.identifier(), backend.name()));
    // Original names come second: one that equals another backend's identifier does not win.
    for (ScriptBackend backend : backends) {
      names.putIfAbsent(backend.name(), backend.name());
      if (!backend.tools().isEmpty()) {
        names.putIfAbsent(backend.tools().get(0).tool().namespace(), backend.name());
      }
    }
    ArrayNode mentioned = JsonNodeFactory.instance.arrayNode();
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    names.forEach(
        (as, name) -> {
          if (code.contains(as)) {
            mentioned.addObject().put("as", as).put("name", name);
          }
          if (wantsTable) {
            all.addObject().put("as", as).put("name", name);
          }
        });
    return new BackendNames(mentioned.toString(), all.toString(), wantsTable);
  }
}
