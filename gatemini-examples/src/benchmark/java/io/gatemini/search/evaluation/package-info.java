/**
 * Measures what discovery costs an agent in tokens and bytes, for the figures in the documents, on
 * the data of an evaluation. It reads that data as the evaluation does, which is why it shares the
 * package and not the jar. Start {@link io.gatemini.search.evaluation.DiscoveryMeasurement}.
 */
@NullMarked
@Incubating
package io.gatemini.search.evaluation;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
