/** JMH benchmarks of what lies on the path of a call; built by the Maven profile {@code jmh}. */
@NullMarked
package io.gatemini.jmh;

import org.jspecify.annotations.NullMarked;
