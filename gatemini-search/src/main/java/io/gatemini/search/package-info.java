/**
 * Finds the right tool for a task. A gateway takes the retriever of this module by itself once the
 * module is on the class path; it can be used alone as well:
 *
 * <pre>{@code
 * static List<String> find(CatalogSnapshot catalog, String task) {
 *   Retriever.Index index =
 *       HybridRetriever.lexical(new EnglishAnalyzer()).index(catalog, Optional.empty());
 *   return index.search(new Retriever.Query(task, 10, tool -> true)).stream()
 *       .map(hit -> hit.tool().key())
 *       .toList();
 * }
 * }</pre>
 *
 * <p>Tools are found by their names and descriptions; what they answer is never read.
 */
@NullMarked
@Incubating
package io.gatemini.search;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
