package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs whose calls are only asked for, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class PlanInWorkersTest extends PlanTest {}
