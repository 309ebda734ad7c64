/**
 * Programs in GraalJS: compiled, run in a context of their own, watched, and served with the calls
 * and globals they may use. Internal; it knows nothing of worker processes.
 */
@NullMarked
package io.gatemini.sandbox.internal.js;

import org.jspecify.annotations.NullMarked;
