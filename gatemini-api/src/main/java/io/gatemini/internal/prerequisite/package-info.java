/** Programs that must run before a backend starts: their start, readiness and end. */
@NullMarked
package io.gatemini.internal.prerequisite;

import org.jspecify.annotations.NullMarked;
