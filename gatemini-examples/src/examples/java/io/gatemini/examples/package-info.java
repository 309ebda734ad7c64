/**
 * How to put a gateway into a program of your own: {@link io.gatemini.examples.EmbeddedGateway} is
 * the page to copy from, {@link io.gatemini.examples.StdioHost} a whole MCP server.
 *
 * <pre>{@code
 * try (Gateway gateway = Gateway.builder()
 *         .backend("files", BackendConfig.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", "."))
 *         .build()) {
 *     gateway.awaitReady(Duration.ofSeconds(10));
 *     for (SearchHit hit : gateway.search("what is in this directory")) {
 *         System.out.println(hit.key() + "  " + hit.summary());
 *     }
 *     System.out.println(gateway.call("files.list_directory", Map.of("path", ".")).text());
 * }
 * }</pre>
 */
@NullMarked
package io.gatemini.examples;

import org.jspecify.annotations.NullMarked;
