/**
 * The resources of the gateway itself, and of its host: how an address finds its resource, and what
 * each says. It reads the gateway by its public face and changes nothing.
 */
@NullMarked
package io.gatemini.internal.surface.resource;

import org.jspecify.annotations.NullMarked;
