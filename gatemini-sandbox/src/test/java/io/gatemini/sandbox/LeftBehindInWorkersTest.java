package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InWorkers.class)
class LeftBehindInWorkersTest extends LeftBehindTest {}
