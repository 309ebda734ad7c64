/** What a user of the gateway touches. */
@NullMarked
package io.gatemini;

import org.jspecify.annotations.NullMarked;
