/** What all processes share that a gateway starts, whoever starts them. */
@NullMarked
package io.gatemini.internal.process;

import org.jspecify.annotations.NullMarked;
