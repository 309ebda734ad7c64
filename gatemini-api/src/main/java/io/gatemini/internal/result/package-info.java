/** Results that are kept behind a handle: the store, pages, searches in them. */
@NullMarked
package io.gatemini.internal.result;

import org.jspecify.annotations.NullMarked;
