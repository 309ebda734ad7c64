package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** The metadata that leads a client to the authorization server (RFC 9728). */
final class ProtectedResource {
  static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  private ProtectedResource() {}

  /** The metadata of the endpoint. */
  static byte[] metadata(JwtOptions options) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("resource", options.resource());
    metadata.putArray("authorization_servers").add(options.issuer());
    metadata.putArray("bearer_methods_supported").add("header");
    if (!options.scopes().isEmpty()) {
      options.scopes().forEach(metadata.putArray("scopes_supported")::add);
    }
    return metadata.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The challenge to a client; an error where it sent a token that was not enough. */
  static String challenge(JwtOptions options, String error) {
    StringBuilder challenge =
        new StringBuilder("Bearer resource_metadata=\"").append(options.metadataUri()).append('"');
    if (!error.isEmpty()) {
      challenge.append(", error=\"").append(error).append('"');
    }
    if (!options.scopes().isEmpty()) {
      challenge.append(", scope=\"").append(String.join(" ", options.scopes())).append('"');
    }
    return challenge.toString();
  }
}
