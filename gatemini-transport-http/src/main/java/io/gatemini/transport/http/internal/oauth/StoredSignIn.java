package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.Origin;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a backend in the store: the registration of the gateway, and the sign-in.
 *
 * @param client null where it is not registered
 * @param grant null before a sign-in
 * @param refresher null while no gateway gets new tokens
 * @param wanted the scopes that the server has asked for since; null for none
 */
record StoredSignIn(
    @Nullable Client client,
    @Nullable Grant grant,
    @Nullable Refresher refresher,
    @Nullable String wanted) {
  private static final ObjectReader READER =
      Json.mapper()
          .readerFor(StoredSignIn.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static final StoredSignIn NOTHING = new StoredSignIn(null, null, null, null);

  /**
   * The gateway as a client of an authorization server.
   *
   * @param secret empty for none
   * @param auth the method in which it proves who it is; {@code none} without a secret
   * @param redirectUri empty where any may be used
   * @param expiresAt in epoch seconds; 0 for never
   */
  record Client(
      String issuer, String id, String secret, String auth, String redirectUri, long expiresAt) {
    Client {
      var unused = List.of(issuer, id, secret, auth, redirectUri);
    }

    @Override
    public String toString() {
      return "Client[" + id + "]";
    }
  }

  /**
   * The tokens of a person.
   *
   * @param refreshToken empty for none
   * @param renewAt when the access token has to be renewed, in epoch seconds
   * @param scope the scopes that were asked for or granted
   * @param revocationUrl empty for none
   */
  record Grant(
      String accessToken,
      String refreshToken,
      long renewAt,
      String scope,
      String tokenUrl,
      String revocationUrl,
      String resource,
      Client client) {
    Grant {
      var unused = List.of(accessToken, refreshToken, scope, revocationUrl, resource, client);
      var unusedOrigin = Origin.of(URI.create(tokenUrl));
    }

    @Override
    public String toString() {
      return "Grant[" + client + "]";
    }
  }

  /**
   * The one gateway that gets new tokens.
   *
   * @param until in epoch milliseconds
   */
  record Refresher(String name, long until) {
    Refresher {
      Objects.requireNonNull(name);
    }
  }

  /** Reads an entry; one of another version, torn or incomplete, is empty. */
  static StoredSignIn read(Optional<byte[]> bytes) {
    try {
      StoredSignIn read = bytes.isEmpty() ? null : READER.readValue(bytes.get());
      return read == null ? NOTHING : read;
    } catch (IOException e) {
      return NOTHING;
    }
  }

  byte[] bytes() {
    try {
      return Json.mapper().writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  StoredSignIn with(@Nullable Grant next) {
    return new StoredSignIn(client, next, null, wanted);
  }

  StoredSignIn with(@Nullable Client next) {
    return new StoredSignIn(next, grant, refresher, wanted);
  }

  StoredSignIn with(@Nullable Refresher next) {
    return new StoredSignIn(client, grant, next, wanted);
  }

  /** A person has signed in, asked for all that is wanted. */
  StoredSignIn signedIn(Grant next) {
    return new StoredSignIn(client, next, null, null);
  }

  StoredSignIn wanting(Set<String> scopes) {
    return new StoredSignIn(
        client, grant, refresher, scopes.isEmpty() ? wanted : String.join(" ", scopes));
  }
}
