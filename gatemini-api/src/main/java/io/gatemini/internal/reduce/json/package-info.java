/** Shortens JSON answers: items that are alike are told once, and the rest is kept in chunks. */
@NullMarked
package io.gatemini.internal.reduce.json;

import org.jspecify.annotations.NullMarked;
