/** Searching: the index of the current snapshot, built off the request path. */
@NullMarked
package io.gatemini.internal.retrieval;

import org.jspecify.annotations.NullMarked;
