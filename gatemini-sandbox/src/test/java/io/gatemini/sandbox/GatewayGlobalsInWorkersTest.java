package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** What of the gateway a program finds, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class GatewayGlobalsInWorkersTest extends GatewayGlobalsTest {}
