package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** What programs must not do, in worker processes; each test starts some. */
@Tag("long")
@ExtendWith(InWorkers.class)
class LimitsInWorkersTest extends LimitsTest {}
