package io.gatemini.sandbox.internal.js;

import io.gatemini.sandbox.InWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("long")
@ExtendWith(InWorkers.NotButOnV8.class)
class GlobalsOnV8Test extends GlobalsTest {}
