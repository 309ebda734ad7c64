/** Configuration files and what they say. */
@NullMarked
package io.gatemini.internal.config;

import org.jspecify.annotations.NullMarked;
