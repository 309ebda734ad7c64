/**
 * The server's side of the Model Context Protocol: {@link io.gatemini.mcp.server.SurfaceServer}
 * shows a surface to MCP clients, over any {@link io.gatemini.mcp.message.MessageChannel}.
 *
 * <pre>{@code
 * // A server of your own over a socket:
 * SurfaceServer server = SurfaceServer.of(surface, context.scheduler());
 * Exposure client = server.serve(
 *     StreamChannel.over("client-1", socket.getInputStream(), socket.getOutputStream(), 1 << 20));
 * client.awaitClose();
 * }</pre>
 *
 * <p>The handshake that begins a session, the session, and the requests themselves are separate
 * here, since a later version of the protocol knows neither of the former two.
 */
@NullMarked
@Incubating
package io.gatemini.mcp.server;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
