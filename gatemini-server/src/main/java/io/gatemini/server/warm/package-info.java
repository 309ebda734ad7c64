/** Runs the code behind a program before the first one comes. Internal. */
@NullMarked
package io.gatemini.server.warm;

import org.jspecify.annotations.NullMarked;
