package io.gatemini.internal.surface.address;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An address with variables, as RFC 6570 writes it: <code>docs://{book}/page-{name}.md{?lines}
 * </code>. A segment of the path has one variable at most, with text around it or without; its
 * value may have any characters once it is decoded. Those of the query may be given in any order,
 * or not at all. Immutable.
 */
public final class AddressTemplate {
  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

  /** Some more names than those of RFC 6570, but nothing that is an operator there. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_%.-]+");

  private static final String QUERY = "{?";

  private final String scheme;
  private final List<Segment> segments;
  private final List<String> parameters;

  private AddressTemplate(String scheme, List<Segment> segments, List<String> parameters) {
    this.scheme = scheme;
    this.segments = segments;
    this.parameters = parameters;
  }

  /**
   * Takes a template apart.
   *
   * @throws IllegalArgumentException when it has no path, or what no address is compared with
   */
  public static AddressTemplate of(String template) {
    int query = template.indexOf(QUERY);
    String address = query < 0 ? template : template.substring(0, query);
    int colon = address.indexOf(ResourceAddress.AUTHORITY);
    if (colon < 0) {
      throw wrong(template, "is no address with a path; write one like \"docs://page/{name}\"");
    }
    String path = address.substring(colon + ResourceAddress.AUTHORITY.length());
    checkPath(template, path);
    List<Segment> segments =
        Stream.of(path.split("/", -1)).map(text -> Segment.of(template, text)).toList();
    AddressTemplate made =
        new AddressTemplate(
            address.substring(0, colon).toLowerCase(Locale.ROOT),
            segments,
            query < 0 ? List.of() : parameters(template, template.substring(query)));
    Set<String> seen = new HashSet<>();
    for (String variable : made.variables()) {
      if (!seen.add(variable)) {
        throw wrong(template, "has the variable \"" + variable + "\" twice");
      }
    }
    return made;
  }

  private static void checkPath(String template, String path) {
    Matcher expression = EXPRESSION.matcher(path);
    while (expression.find()) {
      if (!NAME.matcher(expression.group(1)).matches()) {
        throw wrong(
            template,
            "has "
                + expression.group()
                + ", but in a path only single variables can be, as {name}");
      }
    }
    String literal = expression.replaceAll("");
    if (literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
      throw wrong(template, "has a brace without its other half");
    }
    if (literal.indexOf('?') >= 0) {
      throw wrong(template, "has a question mark; parameters are written {?name} at the end");
    }
  }

  private static List<String> parameters(String template, String query) {
    Matcher expression = EXPRESSION.matcher(query);
    if (expression.matches()) {
      List<String> names =
          List.of(expression.group(1).substring(QUERY.length() - 1).split(",", -1));
      if (names.stream().allMatch(name -> NAME.matcher(name).matches())) {
        return names;
      }
    }
    throw wrong(template, "does not end with the names of its parameters, as in {?lines,from}");
  }

  private static IllegalArgumentException wrong(String template, String what) {
    return new IllegalArgumentException("the template \"" + template + "\" " + what);
  }

  /**
   * The first whose template makes an address. Faults of parameters are reported only after every
   * template has been tried: another one may match.
   *
   * @throws InvalidArgumentsException when there are some where only the parameters do not fit
   */
  public static <T> Optional<Match<T>> first(
      Stream<T> all, Function<? super T, AddressTemplate> template, ResourceAddress address) {
    @Nullable InvalidArgumentsException problem = null;
    for (Iterator<T> next = all.iterator(); next.hasNext(); ) {
      T one = next.next();
      try {
        Optional<Map<String, String>> values = template.apply(one).match(address);
        if (values.isPresent()) {
          return Optional.of(new Match<>(one, values.get()));
        }
      } catch (InvalidArgumentsException e) {
        problem = problem == null ? e : problem;
      }
    }
    if (problem != null) {
      throw problem;
    }
    return Optional.empty();
  }

  /** A resource whose template an address has, and the values of its variables. */
  public record Match<T>(T of, Map<String, String> variables) {}

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
      if (!segments.get(i).match(address.segments().get(i), values)) {
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
  public List<String> variables() {
    List<String> variables = new ArrayList<>();
    segments.forEach(segment -> segment.variable().ifPresent(variables::add));
    variables.addAll(parameters);
    return variables;
  }

  private String unknown(String name) {
    String all = "it has " + String.join(", ", parameters);
    return "this resource has no parameter "
        + VisibleText.quoted(name, 40)
        + (parameters.isEmpty() ? "" : "; " + NearMatches.didYouMean(parameters, name).orElse(all));
  }

  /** A part between two slashes, decoded; without a variable all of it is before. */
  private record Segment(String before, Optional<String> variable, String after) {
    static Segment of(String template, String text) {
      Matcher expression = EXPRESSION.matcher(text);
      if (!expression.find()) {
        return new Segment(decoded(template, text), Optional.empty(), "");
      }
      String before = text.substring(0, expression.start());
      String variable = expression.group(1);
      String after = text.substring(expression.end());
      if (expression.find()) {
        throw wrong(template, "has two variables in \"" + text + "\"; put a slash between them");
      }
      return new Segment(
          decoded(template, before), Optional.of(variable), decoded(template, after));
    }

    private static String decoded(String template, String text) {
      try {
        return ResourceAddress.decoded(text);
      } catch (InvalidArgumentsException e) {
        throw wrong(template, "has a % that encodes nothing; a % is written %25");
      }
    }

    boolean match(String given, Map<String, String> values) {
      if (variable.isEmpty()) {
        return before.equals(given);
      }
      int end = given.length() - after.length();
      if (end < before.length() || !given.startsWith(before) || !given.endsWith(after)) {
        return false;
      }
      values.put(variable.get(), given.substring(before.length(), end));
      return true;
    }
  }
}
