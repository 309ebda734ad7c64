/**
 * Three fuzzers, each for one side that strangers write to: the lines of a client, the lines of a
 * backend, and programs. They run only where {@code -Dfuzz.minutes=10} says for how long. What a
 * failure names is repeated by {@code -Dfuzz.seed=N}, in part by {@code -Dfuzz.steps=FROM-TO}.
 */
@NullMarked
package io.gatemini.examples.fuzz;

import org.jspecify.annotations.NullMarked;
