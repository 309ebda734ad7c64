package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs that export what is to be run, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class ModuleProgramInWorkersTest extends ModuleProgramTest {}
