package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InWorkers.NotButOnV8.class)
class LocaleProgramsOnV8Test extends LocaleProgramsTest {}
