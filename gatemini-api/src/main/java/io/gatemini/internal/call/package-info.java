/** The call path: one interceptor a file. */
@NullMarked
package io.gatemini.internal.call;

import org.jspecify.annotations.NullMarked;
