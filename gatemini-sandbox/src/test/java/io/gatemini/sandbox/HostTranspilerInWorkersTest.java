package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same in worker processes, with V8. */
@ExtendWith(InWorkers.class)
@Tag("long")
class HostTranspilerInWorkersTest extends HostTranspilerTest {}
