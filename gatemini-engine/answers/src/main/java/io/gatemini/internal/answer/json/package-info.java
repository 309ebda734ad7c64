/**
 * Shortens JSON answers: items that are alike are described once, and the rest is kept in chunks.
 * It is one stage of {@code reduce}: it reads the text of the answer and knows neither tools nor
 * schemas.
 */
@NullMarked
package io.gatemini.internal.answer.json;

import org.jspecify.annotations.NullMarked;
