/** The seven meta-tools, protocol-neutral, and how tools are presented to agents. */
@NullMarked
package io.gatemini.internal.surface;

import org.jspecify.annotations.NullMarked;
