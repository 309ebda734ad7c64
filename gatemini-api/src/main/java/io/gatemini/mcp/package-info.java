/**
 * The Model Context Protocol over any wire: {@link io.gatemini.mcp.SurfaceServer} shows a surface
 * to MCP clients, {@link io.gatemini.mcp.McpBackend} makes a backend of an MCP server, both over a
 * {@link io.gatemini.mcp.MessageChannel}, which carries one JSON-RPC message at a time.
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
 * <p>A transport implements {@code MessageChannel} and needs nothing else of this package. A
 * message, the handshake that begins a session, and the session itself are separate here, since a
 * later version of the protocol knows neither of the latter two.
 */
@NullMarked
package io.gatemini.mcp;

import org.jspecify.annotations.NullMarked;
