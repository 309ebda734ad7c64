/**
 * The words of tools: an inverted index over their numbers, its scores, and the reading of a query
 * with its quoted values, synonyms and corrected spellings. Internal; the retrievers above use it,
 * and it knows none of them.
 */
@NullMarked
package io.gatemini.search.internal.lexical;

import org.jspecify.annotations.NullMarked;
