/** Three backends in plain Java and the tour over them that {@code gatemini demo} prints. */
@NullMarked
package io.gatemini.server.demo;

import org.jspecify.annotations.NullMarked;
