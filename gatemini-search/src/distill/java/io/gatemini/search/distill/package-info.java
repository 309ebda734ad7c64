/**
 * The program that makes the static embedding model which gatemini-search ships.
 *
 * <p>It is no part of the library and of no normal build: the Maven profile {@code distill}
 * compiles it. {@code MODEL.md} beside the sources is the card of the model, with the command that
 * makes it anew. The parts in the order of their use:
 *
 * <pre>
 * {@link Corpus}      short English texts out of packages: API descriptions, WordNet, Debian
 * {@link Teacher}     a sentence transformer's vector of each text
 * {@link Projection}  principal components of those vectors
 * {@link Fit}         token rows whose sum points where the teacher's vector does
 * {@link Artifact}    the rows as int8, in the file that the library loads
 * {@link Ranking}     nDCG@10 of the model and of its teacher as retrievers
 * {@link RequestTrainer}  the rows trained further, on requests in people's own words
 * {@link RequestFigures}  how often the search then finds the tool of a request
 * </pre>
 */
@NullMarked
package io.gatemini.search.distill;

import org.jspecify.annotations.NullMarked;
