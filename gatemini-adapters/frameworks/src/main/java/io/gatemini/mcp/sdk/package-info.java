/**
 * For hosts that have the MCP SDK for Java: a gateway's surface as the features of a server of the
 * SDK, and a client of the SDK as a backend. Needs {@code io.modelcontextprotocol.sdk:mcp} 0.18 to
 * 2.1 on the class path, which nothing else of the gateway does. Pass JSON through the mapper of
 * the SDK's version in use:
 *
 * <pre>{@code
 * SdkServerFeatures features = SdkServerFeatures.of(gateway, mapper);
 * McpServer.sync(transport)
 *     .capabilities(ServerCapabilities.builder().tools(true).build())
 *     .tools(features.syncTools())
 *     .build();
 *
 * Gateway.builder()
 *     .plugin(new SdkClientProvider(mapper)
 *         .client("weather", () -> McpClient.async(weatherTransport()).build()))
 *     .backend("weather", BackendConfig.of(SdkClientProvider.NAME))
 *     .build();
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.mcp.sdk;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
