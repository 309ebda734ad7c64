/**
 * Checks the arguments of a call against the schema of its tool, and repairs what is clear. It asks
 * {@code catalog} for names that are near and {@code presentation} for an example of what would be
 * right; it makes no call and knows no backend.
 */
@NullMarked
package io.gatemini.internal.argument;

import org.jspecify.annotations.NullMarked;
