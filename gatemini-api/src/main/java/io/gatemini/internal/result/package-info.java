/**
 * Results that are kept behind a handle: the store, pages, and searches in them. It knows owners
 * and bytes, not tools or calls, and who may read a result is decided by the owner alone.
 */
@NullMarked
package io.gatemini.internal.result;

import org.jspecify.annotations.NullMarked;
