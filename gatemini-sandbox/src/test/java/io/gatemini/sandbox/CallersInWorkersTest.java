package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** The same in worker processes. */
@ExtendWith(InWorkers.class)
class CallersInWorkersTest extends CallersTest {}
