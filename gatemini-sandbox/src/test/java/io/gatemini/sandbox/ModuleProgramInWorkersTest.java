package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** Programs that export what is to be run, in worker processes. */
@ExtendWith(InWorkers.class)
class ModuleProgramInWorkersTest extends ModuleProgramTest {}
