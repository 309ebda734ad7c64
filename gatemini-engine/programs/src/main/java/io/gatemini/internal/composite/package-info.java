/**
 * Composite tools: configured programs that are tools, and the virtual backend they belong to. To
 * the call path it is a backend like any other; its programs are run by {@code chain}, and nothing
 * but the gateway itself makes it.
 */
@NullMarked
package io.gatemini.internal.composite;

import org.jspecify.annotations.NullMarked;
