/** The class archive that lets the bundled server start fast. */
@NullMarked
package io.gatemini.server.archive;

import org.jspecify.annotations.NullMarked;
