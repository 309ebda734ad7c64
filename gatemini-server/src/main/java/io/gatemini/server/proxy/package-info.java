/**
 * The process that a client starts: a pump between its pipe and the daemon of its configuration,
 * which it starts if there is none, and whose end it hides from the client. Uses the JDK alone, so
 * that it starts fast and stays small.
 *
 * <p>{@link Proxy} has the conversation, {@link DaemonLink} one connection, {@link DaemonStart}
 * begins them.
 */
@NullMarked
package io.gatemini.server.proxy;

import org.jspecify.annotations.NullMarked;
