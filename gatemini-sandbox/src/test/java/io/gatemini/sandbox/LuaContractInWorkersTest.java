package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class LuaContractInWorkersTest extends LuaContractTest {}
