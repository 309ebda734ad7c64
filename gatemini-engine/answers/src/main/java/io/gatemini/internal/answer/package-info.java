/**
 * Makes answers fit: the reducers in their order, and the hard bound behind them. A reducer knows
 * the answer and the request alone; the two packages below hold the larger ones. Originals are kept
 * by a function that is given: no result store, call or surface is known here.
 */
@NullMarked
package io.gatemini.internal.answer;

import org.jspecify.annotations.NullMarked;
