package io.gatemini.sandbox.internal.lua.value;

/**
 * How an error names the value it is about.
 *
 * @param kind local, upvalue, global, field, method or constant, as Lua's texts say it
 */
public record VariableName(String kind, String name) {}
