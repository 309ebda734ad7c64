/** The resources that list the whole catalog, each made once and kept while the catalog stays. */
@NullMarked
package io.gatemini.internal.surface.listing;

import org.jspecify.annotations.NullMarked;
