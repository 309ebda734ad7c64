package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attempts to get out of a worker process. */
@Tag("long")
@ExtendWith(InWorkers.class)
class EscapeInWorkersTest extends EscapeTest {}
