/**
 * The largest example: a retriever with an index of its own, which is brought up to date where a
 * catalog changes, and an explanation of each hit. {@code search: {retrieval: tiered}} chooses it.
 */
@NullMarked
package io.gatemini.examples.plugin.tiered;

import org.jspecify.annotations.NullMarked;
