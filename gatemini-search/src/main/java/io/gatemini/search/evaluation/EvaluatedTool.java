package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolAnnotations;

/**
 * A tool of the data.
 *
 * @param id unique in its corpus
 * @param inputSchema a JSON object
 */
record EvaluatedTool(
    String id,
    String backend,
    String name,
    String description,
    JsonNode inputSchema,
    ToolAnnotations annotations) {}
