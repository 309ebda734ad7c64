package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** What of the gateway a program finds, in worker processes. */
@ExtendWith(InWorkers.class)
class GatewayGlobalsInWorkersTest extends GatewayGlobalsTest {}
