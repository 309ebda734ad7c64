/**
 * Backends from their registration to their removal: states, starts, restarts and health. Instances
 * come from {@code instance}, what must run before from {@code prerequisite}, and their tools go to
 * {@code catalog}. It knows nobody who calls them: no call path, program or surface.
 */
@NullMarked
package io.gatemini.internal.backend;

import org.jspecify.annotations.NullMarked;
