package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Errors of the host under programs in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class HostErrorsInWorkersTest extends HostErrorsTest {}
