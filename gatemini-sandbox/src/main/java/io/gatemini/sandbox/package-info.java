/**
 * Runs programs over the tools of a gateway: JavaScript and TypeScript on GraalJS.
 *
 * <p>A gateway finds the engine by itself once this module is on the class path:
 *
 * <pre>{@code
 * try (Gateway gateway = Gateway.builder()
 *         .backend("files", BackendConfig.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", "."))
 *         .build()) {
 *   gateway.awaitReady(Duration.ofSeconds(10));
 *   ChainResult lines = gateway.run("""
 *       const listing = await files.list_directory({path: "."});
 *       return listing.content.split("\\n").length;""");
 *   System.out.println(lines.value());
 * }
 * }</pre>
 *
 * <p>The module's README describes the gateway as programs see it.
 */
@NullMarked
@Incubating
package io.gatemini.sandbox;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
