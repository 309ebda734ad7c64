/** The class archive that lets the bundled server start fast. */
@NullMarked
package io.gatemini.examples.archive;

import org.jspecify.annotations.NullMarked;
