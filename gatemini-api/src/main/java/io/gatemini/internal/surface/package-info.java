/**
 * The part that all surfaces have in common, protocol-neutral: calls, counting, bounds, notices.
 */
@NullMarked
package io.gatemini.internal.surface;

import org.jspecify.annotations.NullMarked;
