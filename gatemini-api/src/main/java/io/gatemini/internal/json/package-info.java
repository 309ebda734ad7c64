/**
 * Readers of JSON text that build no tree: outlines, slices, paths and escapes. They work on bytes
 * and strings alone and use no other package of the engine.
 */
@NullMarked
package io.gatemini.internal.json;

import org.jspecify.annotations.NullMarked;
