package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The answer to an agent that asks for a backend: its own words, whole, and its tools. */
final class BackendInfo {
  /** For a backend with more, a search finds the relevant ones. */
  private static final int MAX_TOOLS = 100;

  private BackendInfo() {}

  /**
   * The information on a backend.
   *
   * @param name its name, its namespace, or how programs write either
   */
  static Optional<ObjectNode> of(Gateway gateway, String name) {
    return gateway.backends().stream()
        .filter(
            backend ->
                Stream.of(backend.name(), backend.namespace())
                    .anyMatch(
                        own ->
                            own.equals(name) || JavaScriptNames.RULES.identifier(own).equals(name)))
        .findFirst()
        .map(backend -> of(gateway, backend));
  }

  private static ObjectNode of(Gateway gateway, BackendStatus backend) {
    ObjectNode shown =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", backend.name())
            .put("backend", backend.name())
            .put("description", backend.description().map(Brief::sentence).orElse(""));
    if (!backend.available()) {
      shown.put("state", backend.state().label());
    }
    gateway
        .instructions(backend.name())
        .ifPresent(text -> shown.put("instructions", VisibleText.of(text)));
    List<ToolDescriptor> tools = gateway.catalog().tools(backend.name());
    ArrayNode rows = shown.putArray("tools");
    for (ToolDescriptor tool : tools.subList(0, Math.min(MAX_TOOLS, tools.size()))) {
      rows.addObject()
          .put("name", tool.key())
          .put("description", Brief.sentence(tool.description()));
    }
    if (tools.size() > MAX_TOOLS) {
      shown.put("tools_left_out", tools.size() - MAX_TOOLS);
    }
    return shown;
  }
}
