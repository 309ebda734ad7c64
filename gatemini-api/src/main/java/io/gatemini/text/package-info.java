/**
 * Text to tokens and sentences: shared by retrievers, the intent filter and completion.
 *
 * <pre>{@code
 * TextAnalyzer analyzer = new EnglishAnalyzer();
 * List<String> tokens = analyzer.tokens("getCurrentTimes of the cities"); // get, current, time, citi
 * String summary = FirstSentence.of("Reads a file, e.g. notes.txt. Never writes."); // one sentence
 * long estimate = new BytesTokenEstimator().estimate(summary);
 * System.err.println(tokens + " " + summary + " " + estimate);
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.text;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
