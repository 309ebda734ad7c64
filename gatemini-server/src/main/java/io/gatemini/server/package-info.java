/**
 * The bundled server: {@link io.gatemini.server.Main} is what {@code java -jar gatemini.jar} runs.
 */
@NullMarked
package io.gatemini.server;

import org.jspecify.annotations.NullMarked;
