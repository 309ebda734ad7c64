/**
 * Text to tokens and sentences: shared by retrievers, the intent filter and completion.
 *
 * <pre>{@code
 * TextAnalyzer analyzer = new WordAnalyzer();
 * List<String> tokens = analyzer.tokens("get_current_time"); // get, current, time
 * String summary = FirstSentence.of("Reads a file, e.g. notes.txt. Never writes."); // one sentence
 * long estimate = new BytesTokenEstimator().estimate(summary);
 * System.err.println(tokens + " " + summary + " " + estimate);
 * }</pre>
 */
@NullMarked
package io.gatemini.text;

import org.jspecify.annotations.NullMarked;
