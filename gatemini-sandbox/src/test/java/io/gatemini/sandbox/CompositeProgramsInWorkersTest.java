package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Composite tools over worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class CompositeProgramsInWorkersTest extends CompositeProgramsTest {}
