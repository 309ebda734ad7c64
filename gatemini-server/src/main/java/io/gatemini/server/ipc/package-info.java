/**
 * How the programs {@code gatemini} of one user find the daemon of a configuration and introduce
 * themselves. Uses the JDK alone: the proxy has nothing else on its class path.
 */
@NullMarked
package io.gatemini.server.ipc;

import org.jspecify.annotations.NullMarked;
