/** Keeps threads going that others depend on. */
@NullMarked
package io.gatemini.internal.thread;

import org.jspecify.annotations.NullMarked;
