/** What keeps a thread that others depend on going. */
@NullMarked
package io.gatemini.internal.thread;

import org.jspecify.annotations.NullMarked;
