/** What a plug-in author implements. */
@NullMarked
package io.gatemini.spi;

import org.jspecify.annotations.NullMarked;
