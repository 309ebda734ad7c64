/**
 * MCP over a Unix-domain socket: many clients of one user at one gateway.
 *
 * <p>{@link SocketDoor} owns the socket and lets connections in, {@link SocketStreams} are the
 * bytes of one of them, and {@link DaemonTransport} serves a surface to each.
 */
@NullMarked
@Incubating
package io.gatemini.transport.daemon;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
