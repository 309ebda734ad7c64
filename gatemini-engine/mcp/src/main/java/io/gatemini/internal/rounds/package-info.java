/**
 * Requests that take more than one round: each answer asks the client, and its next request brings
 * what was asked for. {@code io.gatemini.mcp.server} reads the requests and writes the answers.
 */
@NullMarked
package io.gatemini.internal.rounds;

import org.jspecify.annotations.NullMarked;
