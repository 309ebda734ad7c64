/** The resources of the gateway itself, and of its host. */
@NullMarked
package io.gatemini.internal.surface.resource;

import org.jspecify.annotations.NullMarked;
