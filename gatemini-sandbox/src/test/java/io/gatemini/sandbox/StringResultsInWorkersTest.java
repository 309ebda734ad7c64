package io.gatemini.sandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** A text that a Java method returns is a string, in worker processes. */
@ExtendWith(InWorkers.class)
@Tag("long")
class StringResultsInWorkersTest extends StringResultsTest {}
