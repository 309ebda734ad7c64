/**
 * Selects the parts of an answer that fit the words of the intent, by the scores of its lines or
 * members. It is one stage of {@code reduce}: it reads text and JSON and knows neither tools nor
 * sessions.
 */
@NullMarked
package io.gatemini.internal.answer.intent;

import org.jspecify.annotations.NullMarked;
