/**
 * Backends that are Java methods of the host: their schemas from Java types, their arguments as
 * Java values, and what they return as content. It keeps to the SPI and uses nothing of the engine
 * but its threads and futures.
 */
@NullMarked
package io.gatemini.internal.inprocess;

import org.jspecify.annotations.NullMarked;
