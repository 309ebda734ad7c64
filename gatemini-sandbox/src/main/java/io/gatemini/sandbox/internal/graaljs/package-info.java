/** Programs on GraalJS: its contexts, the bounds on what they allocate. Internal. */
@NullMarked
package io.gatemini.sandbox.internal.graaljs;

import org.jspecify.annotations.NullMarked;
