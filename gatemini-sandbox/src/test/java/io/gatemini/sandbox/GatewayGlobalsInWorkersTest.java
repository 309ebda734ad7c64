package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The gateway's globals in programs, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class GatewayGlobalsInWorkersTest extends GatewayGlobalsTest {}
