/**
 * Static embeddings: a text becomes a vector by adding up one stored row per word piece. No
 * network, no native code, no transformer at run time; a query is encoded in microseconds.
 *
 * <pre>{@code
 * static List<String> pieces(String text) {
 *   List<String> vocabulary = List.of("read", "file", "##s", "read file");
 *   WordPiece wordPiece = WordPiece.of(vocabulary);
 *   return Arrays.stream(wordPiece.encodeIdentifiers(text)) // "readFiles" has read, file and ##s
 *       .mapToObj(vocabulary::get)
 *       .toList();
 * }
 * }</pre>
 *
 * <p>The use of the vectors (the encoded texts of a tool, the fusion of scores) is the business of
 * {@code io.gatemini.search}.
 */
@NullMarked
@Incubating
package io.gatemini.search.embedding;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
