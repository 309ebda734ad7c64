package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InWorkers.NotButOnV8.class)
class EscapeOnV8Test extends EscapeTest {}
