/**
 * Lua's values and what they are charged to: strings, tables, functions, numbers, errors, and the
 * {@link io.gatemini.sandbox.internal.lua.value.Meter} of one program. Internal; it knows neither
 * the machine nor the language.
 */
@NullMarked
package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.NullMarked;
