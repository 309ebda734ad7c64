package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hostile backends, seen from worker processes. */
@Tag("long")
@ExtendWith(InWorkers.class)
class HostileCatalogInWorkersTest extends HostileCatalogTest {}
