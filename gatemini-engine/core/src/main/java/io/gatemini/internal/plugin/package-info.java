/**
 * Plug-ins: discovered, given, ordered, excluded and made, and the threads and clocks that are lent
 * to them. It puts what it makes behind {@code guard}; what a plug-in is for is known to the
 * package that asks for it.
 */
@NullMarked
package io.gatemini.internal.plugin;

import org.jspecify.annotations.NullMarked;
