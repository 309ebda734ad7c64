package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDefinition;

/**
 * What indexes say of a tool. Immutable.
 *
 * @param whole the first sentence of its description
 * @param telling the same without what its name says too
 */
record ToolLines(ToolLine whole, ToolLine telling) {

  static ToolLines of(ToolDefinition tool) {
    String sentence = BriefWords.sentence(tool);
    String telling = BriefWords.telling(sentence, tool);
    ToolLine whole = ToolLine.of(sentence);
    return new ToolLines(whole, telling.equals(sentence) ? whole : ToolLine.of(telling));
  }
}
