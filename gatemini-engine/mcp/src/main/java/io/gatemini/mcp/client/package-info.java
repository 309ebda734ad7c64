/**
 * The client's side of the Model Context Protocol: {@link io.gatemini.mcp.client.McpBackend} makes
 * a backend of an MCP server behind any {@link io.gatemini.mcp.message.MessageChannel}.
 *
 * <pre>{@code
 * // A backend over a channel of your own:
 * Backend backend = McpBackend.over(channel, context);
 * backend.start().thenCompose(started -> backend.listTools());
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.mcp.client;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
