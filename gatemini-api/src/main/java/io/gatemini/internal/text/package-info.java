/** What may be shown of text that strangers wrote. */
@NullMarked
package io.gatemini.internal.text;

import org.jspecify.annotations.NullMarked;
