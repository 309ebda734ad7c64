/**
 * The interfaces that plug-ins implement, and those they are lent. A provider is found by {@link
 * java.util.ServiceLoader} or given to the builder, which wins.
 *
 * <pre>{@code
 * class Mirror implements OutputReducerProvider {
 *   public String name() {
 *     return "mirror";
 *   }
 *
 *   public OutputReducer create(JsonNode config, PluginContext context) {
 *     return new OutputReducer() {
 *       public String name() {
 *         return "mirror";
 *       }
 *
 *       public Optional<Payload> reduce(Payload payload, Request request) {
 *         String reversed = new StringBuilder(payload.text()).reverse().toString();
 *         return Optional.of(payload.reducedTo(reversed, "mirrored"));
 *       }
 *     };
 *   }
 * }
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.spi;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
