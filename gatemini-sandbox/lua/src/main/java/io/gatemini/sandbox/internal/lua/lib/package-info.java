/**
 * Lua's standard libraries, as far as a program in a sandbox has them: no files, no processes, no
 * loading of code but texts of Lua. Whatever a call builds is charged before it is built, and long
 * work counts steps.
 */
@NullMarked
package io.gatemini.sandbox.internal.lua.lib;

import org.jspecify.annotations.NullMarked;
