/** Three backends in plain Java and the tour over them that {@code gatemini demo} prints. */
@NullMarked
package io.gatemini.examples.demo;

import org.jspecify.annotations.NullMarked;
