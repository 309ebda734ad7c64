/** The engine; nothing below this package is a promise. */
@NullMarked
package io.gatemini.internal;

import org.jspecify.annotations.NullMarked;
