/**
 * The configuration of a gateway: its backends, their instances, health and repetition, the bounds
 * of answers and programs, composite tools. Each type says the same in Java as the section of the
 * same name in a configuration file; all are immutable.
 *
 * <pre>{@code
 * BackendConfig files =
 *     BackendConfig.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", ".")
 *         .description("the files of this project")
 *         .timeout(Duration.ofSeconds(20))
 *         .rateLimit(20, Duration.ofSeconds(1))
 *         .tags("files");
 *
 * try (Gateway gateway = Gateway.builder().backend("files", files).build()) {
 *   System.err.println(gateway.call("files.list_directory", Map.of("path", ".")).text());
 * }
 * }</pre>
 */
@NullMarked
@Stable
package io.gatemini.config;

import io.gatemini.stability.Stable;
import org.jspecify.annotations.NullMarked;
