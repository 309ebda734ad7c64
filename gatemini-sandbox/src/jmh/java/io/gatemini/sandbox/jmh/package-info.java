/** JMH benchmarks of programs; built by the Maven profile {@code jmh}. */
@NullMarked
package io.gatemini.sandbox.jmh;

import org.jspecify.annotations.NullMarked;
