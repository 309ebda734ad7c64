/**
 * A gateway's surface over streamable HTTP: {@link io.gatemini.transport.http.server.McpServlet} is
 * a servlet for a host's own container, {@link io.gatemini.transport.http.server.HttpTransport}
 * listens with an embedded Jetty.
 *
 * <pre>{@code
 * gateway.expose(HttpTransport.at("127.0.0.1:8420")); // http://127.0.0.1:8420/mcp
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.transport.http.server;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
