package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** What programs mean, in worker processes. */
@ExtendWith(InWorkers.class)
class ProgramInWorkersTest extends ProgramTest {}
