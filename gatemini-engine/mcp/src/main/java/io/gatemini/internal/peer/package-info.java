/**
 * The parts of the protocol's binding that the client's and the server's side share: how messages
 * are written, the requests that wait for their answers, the versions, and the schema's values. It
 * handles no message: {@code io.gatemini.mcp.client} and {@code .server} do, and no other part of
 * the engine is used here but texts, threads and futures.
 */
@NullMarked
package io.gatemini.internal.peer;

import org.jspecify.annotations.NullMarked;
