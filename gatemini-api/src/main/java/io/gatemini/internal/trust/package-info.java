/**
 * Limits on what an agent that registers a backend may name: commands, hosts, variables and
 * secrets. Every check here is a security boundary.
 */
@NullMarked
package io.gatemini.internal.trust;

import org.jspecify.annotations.NullMarked;
