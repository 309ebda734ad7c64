/** JMH benchmarks of the retrievers; built by the Maven profile {@code jmh}. */
@NullMarked
package io.gatemini.search.jmh;

import org.jspecify.annotations.NullMarked;
