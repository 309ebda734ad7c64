/**
 * MCP over pipes, both ways: a gateway on this process's own stdin and stdout, and servers that are
 * child processes.
 *
 * <pre>{@code
 * try (Gateway gateway = Gateway.builder()
 *         .backend("files", BackendConfig.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", ".")
 *             .env("LOG_LEVEL", "warn")
 *             .option("shutdown_grace_period", "2s"))
 *         .build()) {
 *     gateway.expose("stdio").awaitClose();
 * }
 * }</pre>
 *
 * <p>Both providers are found by name ({@code stdio}); nothing here needs to be called.
 */
@NullMarked
@Incubating
package io.gatemini.transport.stdio;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
