/**
 * The one place where the MCP SDK is bound: {@link io.gatemini.mcp.SurfaceServer} shows a
 * surface to MCP clients, {@link io.gatemini.mcp.McpBackend} makes a backend of an MCP
 * server, both over a {@link io.gatemini.mcp.MessageChannel}. No type of the SDK is in a
 * public signature.
 *
 * <pre>{@code
 * // A server of your own over a socket:
 * SurfaceServer server = SurfaceServer.of(surface, context.scheduler());
 * Exposure client = server.serve(
 *     StreamChannel.over("client-1", socket.getInputStream(), socket.getOutputStream(), 1 << 20));
 *
 * // A backend over a channel of your own:
 * Backend backend = McpBackend.over(channel, context);
 * backend.start().thenCompose(started -> backend.listTools());
 * }</pre>
 *
 * <p>The SDK negotiates, and a backend answers through it what its server asks; all else takes a
 * lane of our own on both sides.
 */
@NullMarked
package io.gatemini.mcp;

import org.jspecify.annotations.NullMarked;
