package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** Programs whose calls are only asked for, in worker processes. */
@ExtendWith(InWorkers.class)
class PlanInWorkersTest extends PlanTest {}
