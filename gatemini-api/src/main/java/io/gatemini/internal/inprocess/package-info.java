/** Backends that are Java methods of the host. */
@NullMarked
package io.gatemini.internal.inprocess;

import org.jspecify.annotations.NullMarked;
