/**
 * Programs that must run before a backend starts: their start, readiness and end. Their processes
 * are those of {@code process}. It knows no backend; {@code lifecycle} asks it before a start.
 */
@NullMarked
package io.gatemini.internal.prerequisite;

import org.jspecify.annotations.NullMarked;
