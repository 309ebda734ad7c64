/** Names, aliases, collisions, immutable snapshots. */
@NullMarked
package io.gatemini.internal.catalog;

import org.jspecify.annotations.NullMarked;
