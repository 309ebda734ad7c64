package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.transport.http.internal.client.OneLine;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the requests of operations go: {@code base_url}, or the {@code servers} of a document. */
public final class Servers {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)\\}");

  private final Optional<URI> baseUrl;
  private final Optional<URI> documentUri;

  /**
   * @param documentUri empty for a file
   */
  Servers(Optional<URI> baseUrl, Optional<URI> documentUri) {
    this.baseUrl = baseUrl;
    this.documentUri = documentUri;
  }

  /** The fault of an address, as the end of a sentence about it; empty where it has none. */
  public static Optional<String> problem(String address) {
    try {
      URI uri = new URI(address);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        return Optional.of("must begin with http:// or https://");
      }
      if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
        return Optional.of("needs a host, and a port from 1 to 65535");
      }
      return uri.getRawUserInfo() == null && uri.getRawFragment() == null
          ? Optional.empty()
          : Optional.of("must not have a user, a password or a fragment (#...)");
    } catch (URISyntaxException e) {
      return Optional.of("is not a URL: " + e.getReason() + " at position " + e.getIndex());
    }
  }

  /**
   * The server of an operation, without a slash at its end.
   *
   * @param places the operation, its path and the document; the first that has servers counts
   */
  String of(JsonNode... places) {
    if (baseUrl.isPresent()) {
      return withoutSlash(baseUrl.get().toString());
    }
    JsonNode server = null;
    for (JsonNode place : places) {
      server = server == null ? place.path("servers").get(0) : server;
    }
    String url = server == null ? "/" : expanded(server);
    if (documentUri.isPresent()) {
      try {
        url = documentUri.get().resolve(url).toString();
      } catch (IllegalArgumentException e) {
        // said below
      }
    }
    Optional<String> problem = problem(url);
    if (problem.isPresent()) {
      throw Document.wrong(
          "says no server that can be called: \""
              + OneLine.of(url, 200)
              + "\" "
              + problem.get()
              + "; set base_url to the address of the API");
    }
    return withoutSlash(url);
  }

  private static String expanded(JsonNode server) {
    Matcher variables = VARIABLE.matcher(server.path("url").asText("/"));
    return variables.replaceAll(
        match -> {
          JsonNode value = server.path("variables").path(match.group(1)).path("default");
          if (!value.isValueNode()) {
            throw Document.wrong(
                "has a server with a variable without a default, {"
                    + OneLine.of(match.group(1), 60)
                    + "}; set base_url to the address of the API");
          }
          return Matcher.quoteReplacement(value.asText());
        });
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }
}
