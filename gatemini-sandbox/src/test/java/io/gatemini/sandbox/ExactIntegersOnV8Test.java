package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InWorkers.NotButOnV8.class)
class ExactIntegersOnV8Test extends ExactIntegersTest {}
