/**
 * Three fuzzers, each for one side that strangers write to: the lines of a client, the lines of a
 * backend, and programs. Each runs for 30 seconds with the same chance, or with another one each
 * time for as long as {@code -Dfuzz.minutes=10} says. What a failure names is repeated by {@code
 * -Dfuzz.seed=N}, in part by {@code -Dfuzz.steps=FROM-TO}.
 */
@NullMarked
package io.gatemini.examples.fuzz;

import org.jspecify.annotations.NullMarked;
