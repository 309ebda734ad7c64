/**
 * Searches: the index of the current snapshot, built off the request path, and the order of its
 * hits. Retrievers come from plug-ins behind {@code guard}; a hit is shown by {@code presentation}.
 * It knows no backend and no surface.
 */
@NullMarked
package io.gatemini.internal.retrieval;

import org.jspecify.annotations.NullMarked;
