package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a backend's configuration that may be secrets, hidden in what the backend says:
 * headers, the query, user and long segments of its URL, variables and arguments that are called
 * like a secret, variables that are long. Words that stand in any message are no secrets, wherever
 * they stand; short values are hidden where they are a word of their own. Immutable.
 */
public final class ConfiguredSecrets {
  private static final String HIDDEN = "***";

  /** Shorter ones are in every other word. */
  private static final int SHORTEST_SECRET = 4;

  /** For variables with neutral names: no secret is shorter, words like "production" are. */
  private static final int SHORTEST_VALUE = 12;

  /** For paths of URLs: keys occur there, too, but not below this length. */
  private static final int SHORTEST_SEGMENT = 20;

  private static final Pattern SECRET_NAME =
      Pattern.compile("key|token|secret|pass|pwd|auth|cred|cookie|session|private|dsn");

  /** Values of switches and limits, and words that a message cannot do without. */
  private static final Pattern ORDINARY =
      Pattern.compile(
          "true|false|yes|none|null|auto|default|optional|required|enabled?|disabled?"
              + "|basic|bearer|digest|oauth2?|token|header|cookie|memory|file|local|localhost"
              + "|info|debug|warn(ing)?|error|trace|utf-?8|https?|stdio"
              + "|application/json|text/event-stream|\\d{1,5}|[\\d.]{1,3}(ms|[smh])");

  private static final Set<String> ORDINARY_HEADERS =
      Set.of(
          ("accept accept-encoding accept-language cache-control content-type host"
                  + " mcp-protocol-version origin referer user-agent")
              .split(" "));

  private static final Pattern NAMED = Pattern.compile("-*+([\\w.][\\w.-]*+)\\s*+[=:]\\s*+(.+)");
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");
  private static final Pattern KEY = Pattern.compile("(?=.*\\d)(?=.*[A-Za-z])[^.]+");
  private static final Pattern PARTS = Pattern.compile("&");
  private static final Pattern COOKIES = Pattern.compile(";\\s*");
  private static final Pattern SEGMENTS = Pattern.compile("/");

  /** The longest first: one may be a part of another. */
  private final List<String> hidden;

  private ConfiguredSecrets(Set<String> found) {
    this.hidden = List.copyOf(found);
  }

  /** Whether a variable of this name most likely holds a secret. */
  public static boolean isNameOfSecret(String name) {
    return SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).find();
  }

  /** Those of a configuration. */
  static ConfiguredSecrets of(BackendConfig config) {
    Set<String> found =
        new TreeSet<>(
            Comparator.comparingInt((String value) -> -value.length())
                .thenComparing(Comparator.naturalOrder()));
    config.env().forEach((name, value) -> variable(found, name, value));
    config.headers().forEach((name, value) -> header(found, name, value));
    config.url().ifPresent(url -> url(found, url));
    arguments(found, config.command());
    return new ConfiguredSecrets(found);
  }

  /** The values of variables that are called like a secret, and of headers. */
  static Set<String> named(BackendConfig config) {
    Set<String> found = new TreeSet<>();
    config
        .env()
        .forEach(
            (name, value) -> {
              if (isNameOfSecret(name)) {
                add(found, value);
              }
            });
    config.headers().forEach((name, value) -> header(found, name, value));
    return found;
  }

  /** A text without the secrets that are in it. */
  String hiddenIn(String text) {
    String masked = text;
    for (String secret : hidden) {
      masked =
          secret.length() < SHORTEST_VALUE
              ? withoutWord(masked, secret)
              : masked.replace(secret, HIDDEN);
    }
    return masked;
  }

  private static String withoutWord(String text, String word) {
    int at = text.indexOf(word);
    if (at < 0) {
      return text;
    }
    StringBuilder masked = new StringBuilder(text.length());
    int from = 0;
    for (; at >= 0; at = text.indexOf(word, from)) {
      int end = at + word.length();
      boolean within =
          (at > 0 && joins(text.charAt(at - 1), word.charAt(0)))
              || (end < text.length() && joins(word.charAt(word.length() - 1), text.charAt(end)));
      masked.append(text, from, at).append(within ? word : HIDDEN);
      from = end;
    }
    return masked.append(text, from, text.length()).toString();
  }

  private static boolean joins(char left, char right) {
    return Character.isLetterOrDigit(left) && Character.isLetterOrDigit(right);
  }

  private static void variable(Set<String> found, String name, String value) {
    boolean url = URL.matcher(value).matches();
    if (url) {
      url(found, value);
    }
    if (isNameOfSecret(name) || (!url && value.length() >= SHORTEST_VALUE)) {
      add(found, value);
    }
  }

  private static void header(Set<String> found, String name, String value) {
    String called = name.toLowerCase(Locale.ROOT);
    if (ORDINARY_HEADERS.contains(called)) {
      return;
    }
    add(found, value);
    String last = lastWord(value);
    add(found, last);
    if (called.equals("cookie")) {
      COOKIES
          .splitAsStream(value)
          .forEach(cookie -> add(found, cookie.substring(cookie.indexOf('=') + 1)));
    }
    if (called.endsWith("authorization") && value.regionMatches(true, 0, "basic ", 0, 6)) {
      try {
        user(found, new String(Base64.getDecoder().decode(last), StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        // Not what it says it is; it is hidden as it stands.
      }
    }
  }

  /** "Bearer" and the like stand before the secret. */
  private static String lastWord(String value) {
    String stripped = value.strip();
    return stripped.substring(stripped.lastIndexOf(' ') + 1);
  }

  private static void user(Set<String> found, String user) {
    add(found, user);
    add(found, user.substring(user.indexOf(':') + 1));
  }

  private static void url(Set<String> found, String url) {
    URI uri;
    try {
      uri = URI.create(url);
    } catch (IllegalArgumentException e) {
      // It cannot be taken apart.
      add(found, url);
      return;
    }
    String query = uri.getRawQuery();
    if (query != null) {
      add(found, query);
      add(found, uri.getQuery());
      PARTS.splitAsStream(query).forEach(part -> parameter(found, part));
    }
    if (uri.getRawUserInfo() != null) {
      user(found, uri.getRawUserInfo());
      user(found, uri.getUserInfo());
    }
    if (uri.getRawPath() != null) {
      SEGMENTS
          .splitAsStream(uri.getRawPath())
          .filter(it -> it.length() >= SHORTEST_SEGMENT && KEY.matcher(it).matches())
          .forEach(it -> add(found, it));
    }
  }

  private static void parameter(Set<String> found, String part) {
    int equals = part.indexOf('=');
    String value = part.substring(equals + 1);
    if (equals > 0
        && (isNameOfSecret(part.substring(0, equals)) || value.length() >= SHORTEST_VALUE)) {
      add(found, value);
      try {
        add(found, URLDecoder.decode(value, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        // Not encoded, then.
      }
    }
  }

  /** {@code --api-key=x}, {@code --api-key x}, {@code --header "Authorization: Bearer x"}. */
  private static void arguments(Set<String> found, List<String> command) {
    for (int i = 1; i < command.size(); i++) {
      String argument = command.get(i);
      String before = command.get(i - 1);
      Matcher named = NAMED.matcher(argument);
      if (URL.matcher(argument).matches()) {
        url(found, argument);
      } else if (named.matches()) {
        if (isNameOfSecret(named.group(1))) {
          add(found, named.group(2));
          add(found, lastWord(named.group(2)));
        }
      } else if (before.startsWith("-") && !argument.startsWith("-") && isNameOfSecret(before)) {
        add(found, argument);
      }
    }
  }

  private static void add(Set<String> found, String value) {
    String secret = value.strip();
    if (secret.length() < SHORTEST_SECRET
        || ORDINARY.matcher(secret.toLowerCase(Locale.ROOT)).matches()) {
      return;
    }
    found.add(secret);
    // In the form that a shown address has.
    found.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
  }
}
