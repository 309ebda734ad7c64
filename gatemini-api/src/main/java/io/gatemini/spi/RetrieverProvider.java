package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.stability.Stable;

/** Makes a retriever. The provider of the highest weight answers searches. */
@Stable
public interface RetrieverProvider extends Provider {
  /**
   * Makes the retriever.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  Retriever create(JsonNode config, PluginContext context);

  /**
   * The words by which people ask for the tools of a catalog, with a space between two, for hosts
   * that find tools by words: at most 1,000 bytes of UTF-8, the same for the same tools.
   */
  default String words(CatalogSnapshot catalog, TextAnalyzer analyzer) {
    return "";
  }
}
