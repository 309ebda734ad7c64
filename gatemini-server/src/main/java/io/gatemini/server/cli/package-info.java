/** The command line of the bundled server. */
@NullMarked
package io.gatemini.server.cli;

import org.jspecify.annotations.NullMarked;
