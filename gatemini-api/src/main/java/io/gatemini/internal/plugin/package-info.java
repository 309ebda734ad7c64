/** Plug-ins: discovered, given, ordered, excluded. */
@NullMarked
package io.gatemini.internal.plugin;

import org.jspecify.annotations.NullMarked;
