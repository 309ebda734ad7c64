/** From source text to prototypes: the lexer, the parser, and the code generator. Internal. */
@NullMarked
package io.gatemini.sandbox.internal.lua.syntax;

import org.jspecify.annotations.NullMarked;
