/**
 * Measures the bundled server and the library beside direct calls taken in the same run. Start
 * {@link io.gatemini.server.benchmark.GatewayBenchmark}; it needs nothing but Java.
 *
 * <p>It is split by job: the wire ({@code RpcClient}, {@code LineSplitter}, {@code JsonScan}), the
 * processes under test ({@code ServerProcess}, {@code ServerCommand}, {@code EchoServer}), the
 * measurements (one class a {@code Measurement}), and the report ({@code Figure}, {@code Report}).
 */
@NullMarked
package io.gatemini.server.benchmark;

import org.jspecify.annotations.NullMarked;
