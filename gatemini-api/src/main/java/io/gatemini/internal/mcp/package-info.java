/**
 * The parts of the protocol's binding that the client's and the server's side share: how messages
 * are written, the requests that wait for their answers, the versions, and the schema's values.
 */
@NullMarked
package io.gatemini.internal.mcp;

import org.jspecify.annotations.NullMarked;
