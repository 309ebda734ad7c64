/**
 * Plug-ins: discovered, given, ordered, excluded and made, and the threads and clocks that are lent
 * to them. Exceptions and missing results of what a plug-in makes become a failed stage or a
 * default, and one line in the log that names the plug-in: a {@code Guarded} class for each kind,
 * here or in the package that asks for it. Behind it no code catches foreign exceptions.
 */
@NullMarked
package io.gatemini.internal.plugin;

import org.jspecify.annotations.NullMarked;
