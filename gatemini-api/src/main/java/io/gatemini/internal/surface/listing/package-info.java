/**
 * The resources that list the whole catalog, each made once and kept while the catalog stays. It
 * reads snapshots in the words of {@code presentation}; no state of a backend is in it.
 */
@NullMarked
package io.gatemini.internal.surface.listing;

import org.jspecify.annotations.NullMarked;
