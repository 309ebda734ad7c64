/**
 * Tools that are command-line programs: each call runs one, with the arguments of the call in its
 * command line or on its stdin.
 *
 * <pre>{@code
 * JsonNode tools = Json.mapper().readTree("""
 *     {"log": {"description": "Latest commits of a repository.",
 *              "command": "git -C {{repository}} log --oneline [--max-count {{count}}]"}}""");
 * try (Gateway gateway = Gateway.builder()
 *         .backend("git", BackendConfig.of("cli-adapter").option("tools", tools))
 *         .build()) {
 *     gateway.call("git.log", Map.of("repository", ".", "count", "5"));
 * }
 * }</pre>
 *
 * <p>The provider is found by its name ({@code cli-adapter}); nothing here needs to be called.
 * {@link io.gatemini.transport.cli.CliBackendProvider} describes the syntax of templates.
 */
@NullMarked
@Incubating
package io.gatemini.transport.cli;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
