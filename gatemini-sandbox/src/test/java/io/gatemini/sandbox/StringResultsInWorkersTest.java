package io.gatemini.sandbox;

import org.junit.jupiter.api.extension.ExtendWith;

/** A text that a Java method returns is a string, in worker processes. */
@ExtendWith(InWorkers.class)
class StringResultsInWorkersTest extends StringResultsTest {}
