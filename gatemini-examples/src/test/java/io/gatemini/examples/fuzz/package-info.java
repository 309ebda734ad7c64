/**
 * Three fuzzers, each for one side that strangers write to: the lines of a client, the lines of a
 * backend, and programs. Each runs for 30 seconds with the same chance, or with another one each
 * time for as long as {@code -Dfuzz.minutes=10} says. {@code -Dfuzz.seed=N} repeats a failure,
 * {@code -Dfuzz.steps=FROM-TO} a part of it.
 */
@NullMarked
package io.gatemini.examples.fuzz;

import org.jspecify.annotations.NullMarked;
