/** What the gateway remembers: statistics, usage. */
@NullMarked
package io.gatemini.internal.state;

import org.jspecify.annotations.NullMarked;
