package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A resource of the gateway: one with an address of its own, those that a template makes, or both.
 * Thread-safe.
 *
 * @param definition what clients see of the one address; null where there is a template alone
 * @param template what clients see of the addresses with variables; null where there are none
 * @param reader makes the content
 * @param values the values that variables of the template can have, by the variable, in a fixed
 *     order
 * @param listed those of the template that are listed one by one, in a fixed order
 */
record OwnResource(
    @Nullable Resource definition,
    @Nullable ResourceTemplate template,
    Reader reader,
    Map<String, Supplier<List<String>>> values,
    Supplier<List<Resource>> listed) {

  /** Reads a resource for a session at this moment. */
  @FunctionalInterface
  interface Reader {
    /**
     * Its content. Throws what {@link io.gatemini.Surface#readResource} fails with.
     *
     * @param variables the values of the template's variables, decoded; those of the query as far
     *     as they were given
     */
    Reading read(Session session, Map<String, String> variables);
  }

  /** One resource, read as its definition says. */
  static OwnResource of(Resource definition, Function<Session, String> text) {
    return new OwnResource(
        definition,
        null,
        (session, variables) -> new Reading(definition.mimeType(), text.apply(session)),
        Map.of(),
        List::of);
  }

  /** The resources that a template makes. */
  static OwnResource of(ResourceTemplate template, Reader reader) {
    return new OwnResource(null, template, reader, Map.of(), List::of);
  }

  OwnResource withValues(String variable, Supplier<List<String>> known) {
    return new OwnResource(definition, template, reader, Map.of(variable, known), listed);
  }

  OwnResource withListed(Supplier<List<Resource>> some) {
    return new OwnResource(definition, template, reader, values, some);
  }

  /** The address, or what all of its addresses are made by. */
  String address() {
    return template != null ? template.uriTemplate() : Objects.requireNonNull(definition).uri();
  }
}
