/**
 * Fixtures for the tests of every module, most of them in the test kit: backends that do what a
 * test says, the context that a gateway gives a backend, a settable clock, and the errors and logs
 * of failing plug-ins.
 *
 * <p>{@link io.gatemini.testing.BackendContract}, {@link io.gatemini.testing.RetrieverContract},
 * {@link io.gatemini.testing.OutputReducerContract}, {@link
 * io.gatemini.testing.ResultStoreContract}, {@link io.gatemini.testing.StateStoreContract}, {@link
 * io.gatemini.testing.ScriptEngineContract}, {@link io.gatemini.testing.SurfaceContract} and {@link
 * io.gatemini.testing.InterceptorContract} are what every implementation of these interfaces has to
 * keep: a test that extends one of them runs it.
 *
 * <pre>{@code
 * TestTransport transport = new TestTransport("test");
 * transport.backend("files").tools("read", "write").say("done");
 * try (Gateway gateway =
 *     Gateway.builder().plugin(transport).backend("files", BackendConfig.of("test")).build()) {
 *   gateway.awaitReady(Duration.ofSeconds(60));
 *   gateway.call("files.read", Map.of());
 *   assertThat(transport.last("files").calls).hasSize(1);
 * }
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.testing;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
