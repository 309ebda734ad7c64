/**
 * The part that all surfaces have in common, whatever the protocol: calls, counting, bounds,
 * instructions and completions. The packages below it hold resources, prompts and notices; the
 * tools come from a {@link io.gatemini.spi.ToolSet}, and it names none of them. No backend, call
 * path or program is known here: the gateway is asked for them.
 */
@NullMarked
package io.gatemini.internal.surface;

import org.jspecify.annotations.NullMarked;
