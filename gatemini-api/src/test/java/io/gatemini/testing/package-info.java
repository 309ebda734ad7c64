/**
 * Fixtures for the tests of every module: backends that do what a test says, the context that a
 * gateway gives a backend, a settable clock, and the errors and logs of failing plug-ins.
 *
 * <pre>{@code
 * TestTransport transport = new TestTransport("test");
 * transport.backend("files").tools("read", "write").answer(call -> ToolResult.text("done"));
 * try (Gateway gateway =
 *     Gateway.builder().plugin(transport).backend("files", BackendConfig.of("test")).build()) {
 *   gateway.awaitReady(Duration.ofSeconds(20));
 *   gateway.call("files.read", Map.of());
 *   assertThat(transport.last("files").calls).hasSize(1);
 * }
 * }</pre>
 */
@NullMarked
package io.gatemini.testing;

import org.jspecify.annotations.NullMarked;
