package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The content of a result reaches the client of a program, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class WholeResultsInWorkersTest extends WholeResultsTest {}
