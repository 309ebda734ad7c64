package io.gatemini.internal.surface.resource;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.catalog.NearMatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An address with variables, as RFC 6570 writes it: <code>gatemini://backend/{name}/tools{?limit}
 * </code>. A variable of the path stands for a whole segment, which may have any characters once it
 * is decoded; those of the query may be given in any order, or not at all. Immutable.
 */
final class AddressTemplate {
  private final String scheme;
  private final List<String> segments;
  private final List<String> parameters;

  private AddressTemplate(String scheme, List<String> segments, List<String> parameters) {
    this.scheme = scheme;
    this.segments = segments;
    this.parameters = parameters;
  }

  static AddressTemplate of(String template) {
    int query = template.indexOf("{?");
    String path = query < 0 ? template : template.substring(0, query);
    int colon = path.indexOf(ResourceAddress.AUTHORITY);
    if (colon < 0) {
      throw new IllegalArgumentException("\"" + template + "\" is no address with a path");
    }
    return new AddressTemplate(
        path.substring(0, colon).toLowerCase(Locale.ROOT),
        List.of(path.substring(colon + ResourceAddress.AUTHORITY.length()).split("/", -1)),
        query < 0
            ? List.of()
            : List.of(template.substring(query + 2, template.length() - 1).split(",", -1)));
  }

  /**
   * The values of the variables; empty where an address has another path.
   *
   * @throws InvalidArgumentsException when only the parameters do not fit
   */
  Optional<Map<String, String>> match(ResourceAddress address) {
    if (!address.scheme().equals(scheme) || address.segments().size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      String given = address.segments().get(i);
      if (segment.startsWith("{")) {
        values.put(segment.substring(1, segment.length() - 1), given);
      } else if (!segment.equals(given)) {
        return Optional.empty();
      }
    }
    address
        .query()
        .forEach(
            (name, value) -> {
              if (!parameters.contains(name)) {
                throw new InvalidArgumentsException(unknown(name));
              }
              values.put(name, value);
            });
    return Optional.of(values);
  }

  /** The names of the variables: those of the path, then those of the query. */
  List<String> variables() {
    List<String> variables = new ArrayList<>();
    for (String segment : segments) {
      if (segment.startsWith("{") && segment.endsWith("}")) {
        variables.add(segment.substring(1, segment.length() - 1));
      }
    }
    variables.addAll(parameters);
    return variables;
  }

  private String unknown(String name) {
    List<String> near = NearMatches.near(parameters, name);
    String shown = name.length() <= 40 ? name : name.substring(0, 40) + "...";
    return "this resource has no parameter \""
        + shown
        + "\""
        + (!near.isEmpty()
            ? "; did you mean \"" + near.get(0) + "\"?"
            : parameters.isEmpty() ? "" : "; it has " + String.join(", ", parameters));
  }
}
