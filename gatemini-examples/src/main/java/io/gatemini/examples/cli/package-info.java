/** The command line of the bundled server. */
@NullMarked
package io.gatemini.examples.cli;

import org.jspecify.annotations.NullMarked;
