/** Makes answers fit: the reducers, in their order, and the hard bound behind them. */
@NullMarked
package io.gatemini.internal.reduce;

import org.jspecify.annotations.NullMarked;
