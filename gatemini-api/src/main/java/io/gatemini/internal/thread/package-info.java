/**
 * Keeps threads going that others depend on: what a task throws ends in the log and not the thread.
 * It uses no other package of the engine.
 */
@NullMarked
package io.gatemini.internal.thread;

import org.jspecify.annotations.NullMarked;
