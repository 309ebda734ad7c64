/** Text to tokens: shared by retrievers, intent filter and completion. */
@NullMarked
package io.gatemini.text;

import org.jspecify.annotations.NullMarked;
