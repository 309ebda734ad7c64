package io.gatemini.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.TokenEstimator;

/**
 * A tool as a model has it. Immutable; the schema is to be read only.
 *
 * @param key the tool in the catalog, {@code billing.refund}
 * @param name the tool for the model, {@code billing__refund}
 * @param schema an object schema with its properties at the root, as all providers take it
 * @param tokens the estimated size of the definition
 */
public record OfferedDefinition(
    String key, String backend, String name, String description, JsonNode schema, long tokens) {

  static OfferedDefinition of(ToolDescriptor tool, TokenEstimator estimator) {
    RootedSchema schema = RootedSchema.of(tool.inputSchema());
    String said = VisibleText.of(tool.description());
    String description = (said.isBlank() ? tool.key() : said) + VisibleText.of(schema.remark());
    String name = ModelNames.of(tool.key());
    long tokens = estimator.estimate(name + description + schema.schema());
    return new OfferedDefinition(
        tool.key(), tool.backend(), name, description, schema.schema(), tokens);
  }

  /** Name and description. */
  ObjectNode named() {
    return JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
  }

  /** The name of its backend for a model, which differs for each backend. */
  String namespace() {
    return backend.matches("[A-Za-z0-9_-]{1,64}") ? backend : ModelNames.of(backend);
  }
}
