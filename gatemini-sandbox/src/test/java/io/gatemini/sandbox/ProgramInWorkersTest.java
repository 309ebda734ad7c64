package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The meaning of programs, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class ProgramInWorkersTest extends ProgramTest {}
