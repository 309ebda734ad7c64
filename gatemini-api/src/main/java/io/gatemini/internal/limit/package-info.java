/** The limits of calls to one backend: permits at a time and tokens in a period. */
@NullMarked
package io.gatemini.internal.limit;

import org.jspecify.annotations.NullMarked;
