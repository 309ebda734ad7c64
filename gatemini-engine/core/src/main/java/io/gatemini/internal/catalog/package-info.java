/**
 * The tools of all backends as immutable snapshots: names, aliases, collisions, and what is
 * admitted of a backend's list. Readers never lock. It depends on no running backend; code that
 * shows, finds or calls a tool asks here for it.
 */
@NullMarked
package io.gatemini.internal.catalog;

import org.jspecify.annotations.NullMarked;
