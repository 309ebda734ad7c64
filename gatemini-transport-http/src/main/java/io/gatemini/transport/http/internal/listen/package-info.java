/** Small HTTP servers of a process, for its own machine. Internal. */
@NullMarked
package io.gatemini.transport.http.internal.listen;

import org.jspecify.annotations.NullMarked;
