/**
 * The call path: every call of a tool, from whatever side, passes the interceptors in the order of
 * {@link io.gatemini.internal.call.CallPath}, one per file. It finds the tool in {@code catalog}
 * and its backend in {@code lifecycle}. It knows no program, no surface, and nothing of how answers
 * are made to fit.
 */
@NullMarked
package io.gatemini.internal.call;

import org.jspecify.annotations.NullMarked;
