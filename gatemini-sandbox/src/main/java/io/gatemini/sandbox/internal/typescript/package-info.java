/**
 * TypeScript to JavaScript: the transpilers that may be there, their bounds, and what came of a
 * text. Internal; it runs no program and knows neither engines nor worker processes.
 */
@NullMarked
package io.gatemini.sandbox.internal.typescript;

import org.jspecify.annotations.NullMarked;
