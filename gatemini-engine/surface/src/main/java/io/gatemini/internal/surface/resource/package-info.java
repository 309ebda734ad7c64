/**
 * The resources of the gateway itself, of its host and of backends: how an address finds its
 * resource, and what each says. It reads the gateway by its public face and changes nothing. Those
 * that list the whole catalog are made once and kept while the catalog stays.
 */
@NullMarked
package io.gatemini.internal.surface.resource;

import org.jspecify.annotations.NullMarked;
