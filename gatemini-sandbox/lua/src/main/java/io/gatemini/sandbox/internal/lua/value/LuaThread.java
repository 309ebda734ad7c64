package io.gatemini.sandbox.internal.lua.value;

/** A coroutine as a value; what it does is the interpreter's business. */
public abstract class LuaThread {}
