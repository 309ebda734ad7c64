package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("long")
@ExtendWith(InWorkers.NotButOnV8.class)
class BesideToolsOnV8Test extends BesideToolsTest {}
