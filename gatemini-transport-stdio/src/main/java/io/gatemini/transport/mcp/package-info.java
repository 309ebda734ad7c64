/**
 * The one place where the MCP SDK is bound: translates the surface to a server and a client to a
 * backend, over a {@link io.gatemini.transport.mcp.MessageChannel}.
 */
@NullMarked
package io.gatemini.transport.mcp;

import org.jspecify.annotations.NullMarked;
