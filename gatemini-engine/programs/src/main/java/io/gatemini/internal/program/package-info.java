/**
 * The programs of agents: what a text is taken for, who runs it, and how its answer looks. It calls
 * tools through {@code call} alone and runs programs through the engines of the SPI; {@code
 * chain.code} reads their text. It knows no surface: what agents call the next step is given to it.
 */
@NullMarked
package io.gatemini.internal.program;

import org.jspecify.annotations.NullMarked;
