/**
 * Measures a gateway's search on tools and queries of your own, or on public ones: Recall, MRR and
 * nDCG, and what a search costs in time.
 *
 * <pre>{@code
 * EvaluationReport report =
 *     Evaluation.of(Path.of("my-catalog"))
 *         .retrieval("lexical")
 *         .rankings(Path.of("rankings.jsonl"))
 *         .progress(System.err::println)
 *         .run();
 * for (PoolReport pool : report.pools()) {
 *   System.out.println(pool.name() + " " + pool.scores().ndcgAt10());
 * }
 * System.out.println(report.toText());
 * }</pre>
 *
 * <p>The data says which tools answer which query; nothing here learns from it.
 */
@NullMarked
@Incubating
package io.gatemini.search.evaluation;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
