/**
 * The engine {@code lua}: programs in Lua 5.4 on a machine of its own, each on a thread of its own,
 * where they wait for the answers of tools. All that a program allocates is the machine's, and
 * charged before it is made.
 */
@NullMarked
package io.gatemini.sandbox.internal.lua;

import org.jspecify.annotations.NullMarked;
