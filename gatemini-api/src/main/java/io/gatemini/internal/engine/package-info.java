/** What the public types take from the engine of the gateway, which is an artifact of its own. */
@NullMarked
package io.gatemini.internal.engine;

import org.jspecify.annotations.NullMarked;
