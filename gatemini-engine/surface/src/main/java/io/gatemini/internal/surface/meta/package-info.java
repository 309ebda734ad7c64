/**
 * The surface of seven tools, in which an agent searches, looks closer and runs. It is a plug-in
 * that ships with the engine: it reaches the gateway by its public face, and only this package
 * knows the names of the seven.
 */
@NullMarked
package io.gatemini.internal.surface.meta;

import org.jspecify.annotations.NullMarked;
