package io.gatemini.search.evaluation;

import java.util.List;

/**
 * One catalog: what all its schemas cost, and what discovery does. Immutable.
 *
 * @param tools how many tools it has
 * @param schemaTokens estimated tokens of all definitions (name, description, input schema) as
 *     {@code tools/list} gives them
 * @param schemaBytes the same in UTF-8 bytes
 * @param indexBytes an index of the tools instead (name, backend, first sentence of at most 120
 *     characters), in UTF-8 bytes
 * @param flows the flow in its forms
 */
record CatalogCost(
    int tools, long schemaTokens, long schemaBytes, long indexBytes, List<FlowCost> flows) {

  CatalogCost {
    flows = List.copyOf(flows);
  }

  /** How much less one task costs, with all that is fixed, than all schemas: 0 to 1. */
  double savedOnOneTask(FlowCost flow) {
    return 1 - (flow.fixed() + flow.perTask()) / schemaTokens;
  }
}
