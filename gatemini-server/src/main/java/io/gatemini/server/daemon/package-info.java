/**
 * One server for all clients of a configuration.
 *
 * <p>{@link Daemon} owns the socket and the process; {@link ClientGateways} has a gateway for each
 * set of variables that clients bring; {@link SharedBackends} lets those gateways use the same
 * backends where their definitions are the same; {@link DaemonClient} is one connection; {@link
 * ChangedTools} answers operators.
 */
@NullMarked
package io.gatemini.server.daemon;

import org.jspecify.annotations.NullMarked;
