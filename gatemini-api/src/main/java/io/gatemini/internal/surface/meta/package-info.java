/** The surface of seven tools, in which an agent searches, looks closer and runs. */
@NullMarked
package io.gatemini.internal.surface.meta;

import org.jspecify.annotations.NullMarked;
