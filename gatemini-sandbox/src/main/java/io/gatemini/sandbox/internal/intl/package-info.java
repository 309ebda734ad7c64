/**
 * The languages of the world for programs on an engine that has no {@code Intl}: what {@code
 * intl.js} asks, answered by ICU4J where a host has it. Internal; it knows no engine.
 */
@NullMarked
package io.gatemini.sandbox.internal.intl;

import org.jspecify.annotations.NullMarked;
