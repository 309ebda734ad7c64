/** Configured programs that are tools: the virtual backend they belong to. */
@NullMarked
package io.gatemini.internal.composite;

import org.jspecify.annotations.NullMarked;
