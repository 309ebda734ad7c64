package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("long")
@ExtendWith(InWorkers.NotButOnV8.class)
class ProgramShapesOnV8Test extends ProgramShapesTest {}
