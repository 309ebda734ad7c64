/** JMH benchmarks of HTTP backends; built by the Maven profile {@code jmh}. */
@NullMarked
package io.gatemini.transport.http.jmh;

import org.jspecify.annotations.NullMarked;
