/**
 * The surface of five tools, in which an agent walks from the servers to their tools, looks closer,
 * tries one and runs programs. It reaches the gateway by its public face.
 */
@NullMarked
package io.gatemini.internal.surface.servers;

import org.jspecify.annotations.NullMarked;
