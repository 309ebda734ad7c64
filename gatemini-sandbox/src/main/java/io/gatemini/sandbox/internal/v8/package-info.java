/**
 * Programs on V8, through Javet: one at a time in an isolate, out of a snapshot that holds the
 * prelude and the transpiler. Internal, and for worker processes only: a few operations end the
 * process that V8 is in.
 */
@NullMarked
package io.gatemini.sandbox.internal.v8;

import org.jspecify.annotations.NullMarked;
