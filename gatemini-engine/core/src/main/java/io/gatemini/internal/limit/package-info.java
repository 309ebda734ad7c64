/**
 * The limits of calls to one backend: permits at a time and tokens in a period. It uses no other
 * package of the engine and decides nothing about what waits: the call path does.
 */
@NullMarked
package io.gatemini.internal.limit;

import org.jspecify.annotations.NullMarked;
