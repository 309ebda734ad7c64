/** One running instance of a backend, and the pool that lends such instances to sessions. */
@NullMarked
package io.gatemini.internal.instance;

import org.jspecify.annotations.NullMarked;
