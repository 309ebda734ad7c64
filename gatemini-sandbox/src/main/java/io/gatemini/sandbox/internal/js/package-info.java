/**
 * Programs in JavaScript, whichever engine runs them: compiled, run turn by turn, and served with
 * the calls and globals they may use. Internal; it knows no engine and nothing of worker processes.
 */
@NullMarked
package io.gatemini.sandbox.internal.js;

import org.jspecify.annotations.NullMarked;
