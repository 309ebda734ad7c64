/** Makes text that strangers wrote fit to be shown. */
@NullMarked
package io.gatemini.internal.text;

import org.jspecify.annotations.NullMarked;
