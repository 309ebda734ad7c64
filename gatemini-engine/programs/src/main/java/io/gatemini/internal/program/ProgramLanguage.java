package io.gatemini.internal.program;

import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptLanguage;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The language of a program.
 *
 * @param name the name it was chosen by; a language may have several
 * @param rules what the gateway knows of it
 * @param engine the engine for its programs, where one is installed
 */
public record ProgramLanguage(
    String name, ScriptLanguage rules, Supplier<Optional<ScriptEngine>> engine) {}
