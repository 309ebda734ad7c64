/**
 * Limits on what an agent that registers a backend may name: commands, hosts, variables and
 * secrets. Every check here is a security boundary. It judges configurations and addresses; it
 * starts and registers nothing.
 */
@NullMarked
package io.gatemini.internal.trust;

import org.jspecify.annotations.NullMarked;
