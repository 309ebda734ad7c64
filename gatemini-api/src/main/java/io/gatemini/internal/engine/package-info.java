/** The engine as the public types see it: they find it at run time and compile without it. */
@NullMarked
package io.gatemini.internal.engine;

import org.jspecify.annotations.NullMarked;
