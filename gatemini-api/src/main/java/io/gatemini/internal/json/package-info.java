/**
 * One reader of JSON text that builds no tree: outline, slices, paths and escapes. It works on
 * bytes and strings alone.
 */
@NullMarked
package io.gatemini.internal.json;

import org.jspecify.annotations.NullMarked;
