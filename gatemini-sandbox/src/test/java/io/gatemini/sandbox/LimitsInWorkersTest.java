package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs at their limits, in worker processes; each test starts some. */
@Tag("long")
@ExtendWith(InWorkers.class)
class LimitsInWorkersTest extends LimitsTest {}
