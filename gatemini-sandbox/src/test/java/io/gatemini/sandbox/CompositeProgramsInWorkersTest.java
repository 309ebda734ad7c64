package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** Composite tools over worker processes. */
@ExtendWith(InWorkers.class)
class CompositeProgramsInWorkersTest extends CompositeProgramsTest {}
