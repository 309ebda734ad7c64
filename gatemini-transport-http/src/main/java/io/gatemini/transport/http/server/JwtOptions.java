package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How access tokens of an authorization server are checked: the option {@code oauth}.
 *
 * @param jwksUri where the server's keys are
 * @param resource the public address of the endpoint, which is the audience of its tokens
 * @param scopes those that a token needs
 */
record JwtOptions(String issuer, URI jwksUri, String resource, List<String> scopes) {
  /** The keys of the option. */
  static final OptionTable KEYS = new OptionTable("oauth");

  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  private static final OptionKey<String> ISSUER =
      KEYS.addRequired(
          "issuer",
          OptionType.text().check(JwtOptions::noUrl),
          "The authorization server, as its tokens name it.");
  private static final OptionKey<String> JWKS_URI =
      KEYS.addRequired(
          "jwks_uri",
          OptionType.text().check(JwtOptions::noUrl),
          "The address of the keys that sign its tokens.");
  private static final OptionKey<String> RESOURCE =
      KEYS.addRequired(
          "resource",
          OptionType.text().check(JwtOptions::noUrl),
          "The public address of the endpoint, which tokens name as their audience (RFC 8707).");
  private static final OptionKey<List<String>> SCOPES =
      KEYS.add("scopes", OptionType.texts(), List.of(), "The scopes that a token needs.");

  JwtOptions {
    scopes = List.copyOf(scopes);
  }

  /** Reads the option. */
  static JwtOptions of(Options section) {
    var values = KEYS.read(section);
    return new JwtOptions(
        values.get(ISSUER),
        URI.create(values.get(JWKS_URI)),
        values.get(RESOURCE),
        values.get(SCOPES));
  }

  private static Optional<String> noUrl(String text) {
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return Optional.empty();
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    return Optional.of("must be an address that begins with https://");
  }

  /** The path of the metadata that leads clients to the authorization server (RFC 9728). */
  String metadataPath() {
    String path = URI.create(resource).getRawPath();
    return WELL_KNOWN + (path == null || path.equals("/") ? "" : path);
  }

  /** That metadata. */
  byte[] metadata() {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("resource", resource);
    metadata.putArray("authorization_servers").add(issuer);
    metadata.putArray("bearer_methods_supported").add("header");
    if (!scopes.isEmpty()) {
      scopes.forEach(metadata.putArray("scopes_supported")::add);
    }
    return metadata.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The challenge to a client; an error where it sent a token that was not enough. */
  String challenge(String error) {
    URI uri = URI.create(resource);
    String address = uri.getScheme() + "://" + uri.getRawAuthority() + metadataPath();
    return "Bearer resource_metadata=\""
        + address
        + '"'
        + (error.isEmpty() ? "" : ", error=\"" + error + '"')
        + (scopes.isEmpty() ? "" : ", scope=\"" + String.join(" ", scopes) + '"');
  }

  /** Loads what checks the tokens. */
  JwtCheck check() {
    return new JwtCheck(this);
  }
}
