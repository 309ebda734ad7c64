/**
 * Backends from their registration to their removal: states, starts, restarts and health. Instances
 * come from {@code instance}, what must run before from {@code prerequisite}, and their tools go to
 * {@code catalog}. It depends on none of its callers: call path, program or surface.
 */
@NullMarked
package io.gatemini.internal.backend;

import org.jspecify.annotations.NullMarked;
