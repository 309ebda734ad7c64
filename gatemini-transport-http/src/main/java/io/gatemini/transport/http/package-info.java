/**
 * MCP servers over streamable HTTP as backends (specification 2025-11-25, transports). With this
 * jar on the class path the transport {@code streamable-http} is there:
 *
 * <pre>{@code
 * try (Gateway gateway = Gateway.builder()
 *     .backend("docs", BackendConfig.streamableHttp("https://mcp.example.com/mcp")
 *         .header("Authorization", "Bearer " + token))
 *     .build()) {
 *   gateway.awaitReady(Duration.ofSeconds(10));
 *   gateway.call("docs.search", Map.of("query", "webhooks"));
 * }
 * }</pre>
 *
 * <p>The meaning of messages is unknown here: see {@link io.gatemini.mcp.client}.
 */
@NullMarked
@Incubating
package io.gatemini.transport.http;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
