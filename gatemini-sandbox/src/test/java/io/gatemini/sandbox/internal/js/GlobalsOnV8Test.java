package io.gatemini.sandbox.internal.js;

import io.gatemini.sandbox.InWorkers;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InWorkers.NotButOnV8.class)
class GlobalsOnV8Test extends GlobalsTest {}
