package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** All attacks, those that cannot be stopped among them, in worker processes. */
@Tag("long")
@ExtendWith(InWorkers.class)
class AttackTableInWorkersTest extends AttackTableTest {}
