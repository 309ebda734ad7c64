package io.gatemini.transport.http.internal.oauth;

import io.gatemini.internal.text.TextCut;
import io.gatemini.transport.http.internal.client.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The proof that a server asks a client for: one challenge of {@code WWW-Authenticate} (RFC 9110,
 * section 11.6.1; for OAuth RFC 6750, section 3, and RFC 9728, section 5.1).
 *
 * @param parameters by name in lower case
 */
public record Challenge(String scheme, Map<String, String> parameters) {
  private static final int MAX_SHOWN = 100;
  private static final int MAX_HEADER_CHARS = 8 * 1024;
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /** A parameter, or a scheme; a token68 is skipped. */
  private static final Pattern PART =
      Pattern.compile(
          "\\G[\\s,]*(?:("
              + TOKEN
              + ")\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"?|("
              + TOKEN
              + "))|("
              + TOKEN
              + ")(?=[\\s,]|$)|[^\\s,]+)");

  public Challenge {
    parameters = Map.copyOf(parameters);
  }

  /** All challenges of all headers; what is malformed is left out. */
  public static List<Challenge> in(List<String> headers) {
    List<Challenge> challenges = new ArrayList<>();
    for (String header : headers) {
      read(TextCut.head(header, MAX_HEADER_CHARS), challenges);
    }
    return challenges;
  }

  /** The challenge that an OAuth client can meet, else the first. */
  public static Optional<Challenge> foremost(List<String> headers) {
    List<Challenge> all = in(headers);
    return all.stream()
        .filter(challenge -> challenge.scheme.equalsIgnoreCase("Bearer"))
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(value -> !value.isBlank());
  }

  /** Whether a token is good, but not for this (RFC 6750, section 3.1). */
  public boolean wantsMoreScope() {
    return parameter("error").filter("insufficient_scope"::equals).isPresent();
  }

  /** For an error message: the scheme, and what else a person needs to get access. */
  public String describe() {
    StringBuilder text = new StringBuilder("asks for ");
    text.append(OneLine.of(scheme, MAX_SHOWN)).append(" authentication");
    for (String name : List.of("realm", "scope", "error", "resource_metadata")) {
      parameter(name)
          .ifPresent(
              value ->
                  text.append(", ")
                      .append(name)
                      .append(" \"")
                      .append(OneLine.of(value, MAX_SHOWN))
                      .append('"'));
    }
    return text.toString();
  }

  private static void read(String header, List<Challenge> into) {
    String scheme = "";
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher part = PART.matcher(header);
    while (part.find()) {
      if (part.group(4) != null) {
        add(scheme, parameters, into);
        scheme = part.group(4);
        parameters = new LinkedHashMap<>();
      } else if (part.group(1) != null) {
        String quoted = part.group(2);
        parameters.putIfAbsent(
            part.group(1).toLowerCase(Locale.ROOT),
            quoted != null ? quoted.replaceAll("\\\\(.)", "$1") : part.group(3));
      }
    }
    add(scheme, parameters, into);
  }

  private static void add(String scheme, Map<String, String> parameters, List<Challenge> into) {
    if (!scheme.isEmpty()) {
      into.add(new Challenge(scheme, parameters));
    }
  }
}
