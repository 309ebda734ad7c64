/**
 * TypeScript to JavaScript: the transpilers that may be there, their bounds, and what came of a
 * text. Internal.
 */
@NullMarked
package io.gatemini.sandbox.internal.typescript;

import org.jspecify.annotations.NullMarked;
