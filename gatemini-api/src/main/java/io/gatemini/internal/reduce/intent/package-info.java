/** Selects the parts of an answer that fit the words of the intent. */
@NullMarked
package io.gatemini.internal.reduce.intent;

import org.jspecify.annotations.NullMarked;
