/**
 * The running instances of one backend, and the pool that lends them to sessions: leases, queued
 * calls, pings and ends. It makes instances through the backend's own provider and looks like a
 * single backend to {@code lifecycle}, the only one that uses it; what the tools are makes no
 * difference to it.
 */
@NullMarked
package io.gatemini.internal.backend.instance;

import org.jspecify.annotations.NullMarked;
